import { useSyncExternalStore } from 'react';

import { secondsText } from '../../text/duration-text';
import { usePanel } from '../common/panel-context';

/** How long a question still waits, and what happens then. */
export function TimeLeft({
  until,
  then = 'cancel'
}: {
  /** ms since the epoch. */
  until: number;
  then?: 'cancel' | 'default';
}) {
  const { clock, services } = usePanel();
  const { trans } = services;
  const now = useSyncExternalStore(clock.subscribe, clock.now);
  const left = secondsText(
    Math.max(0, Math.round((until - now) / 1000)),
    trans
  ).replace(/ /g, '\u00a0');
  return (
    <p className="jp-Cellwright-place">
      {then === 'default'
        ? trans.__('Without an answer, the default is used in %1.', left)
        : trans.__('Without an answer, it is cancelled in %1.', left)}
    </p>
  );
}
