import { useSyncExternalStore } from 'react';

import { secondsText } from '../../text/time-text';
import { usePanel } from './panel-context';

/** Time since something started, updated every second. */
export function Elapsed({ since }: { since: number }) {
  const { clock, services } = usePanel();
  const now = useSyncExternalStore(clock.subscribe, clock.now);
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  return (
    <time className="jp-Cellwright-time" aria-hidden="true">
      {seconds > 0 ? secondsText(seconds, services.trans) : null}
    </time>
  );
}
