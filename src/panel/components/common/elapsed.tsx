import { useEffect, useState } from 'react';

import { durationText, secondsText } from '../../text/time-text';
import { usePanel } from './panel-context';

/** ms since the epoch, each second anew. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long something took, or has taken so far if it began then. */
export function Took({ since, ms }: { since?: number | null; ms: number }) {
  const { trans } = usePanel();
  const text = durationText(ms, trans);
  return since != null ? (
    <Elapsed since={since} />
  ) : text ? (
    <time className="jp-Cellwright-time">{text}</time>
  ) : null;
}

/** Time since something started, updated every second. */
export function Elapsed({ since }: { since: number }) {
  const { trans } = usePanel();
  const seconds = Math.max(0, Math.round((useNow() - since) / 1000));
  return (
    <time className="jp-Cellwright-time" aria-hidden="true">
      {seconds > 0 ? secondsText(seconds, trans) : null}
    </time>
  );
}
