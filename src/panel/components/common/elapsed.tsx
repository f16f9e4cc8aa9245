import { useSyncExternalStore } from 'react';

import { secondsText } from '../../text/time-text';
import { usePanel } from './panel-context';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let time = Date.now();

/** A single timer for all that shows a time; stopped when nothing does. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(() => {
      time = Date.now();
      listeners.forEach(tell => tell());
    }, 1000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
    }
  };
}

function now(): number {
  // It stands still while nobody listens.
  if (listeners.size === 0 && Math.abs(Date.now() - time) > 1000) {
    time = Date.now();
  }
  return time;
}

/** ms since the epoch, each second anew. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, now);
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
