import { useSyncExternalStore } from 'react';

import type { ITranslator, OpenQuestion } from '../../../contract';
import { secondsText } from '../../text/duration-text';
import { usePanel } from '../common/panel-context';

/** How long a question still waits, and what happens then. */
export function TimeLeft({
  interrupt,
  until
}: {
  interrupt: OpenQuestion;
  /** ms since the epoch. */
  until: number;
}) {
  const { clock, services } = usePanel();
  const { trans } = services;
  const now = useSyncExternalStore(clock.subscribe, clock.now);
  const left = secondsText(
    Math.max(0, Math.round((until - now) / 1000)),
    trans
  ).replace(/ /g, '\u00a0');
  return (
    <p className="jp-Cellwright-place">{lateText(interrupt, left, trans)}</p>
  );
}

function lateText(
  { kind, on_timeout, stops }: OpenQuestion,
  left: string,
  trans: ITranslator
): string {
  if (stops) {
    return trans.__('Without an answer, the turn stops in %1.', left);
  }
  if (on_timeout === 'default') {
    return trans.__('Without an answer, the default is used in %1.', left);
  }
  switch (kind) {
    case 'clarification':
      return trans.__('Without an answer, it goes on in %1.', left);
    case 'plan':
      return trans.__('Without an answer, it counts as rejected in %1.', left);
    case 'step':
      return trans.__('Without an answer, it is skipped in %1.', left);
    case 'failure':
      return trans.__('Without an answer, the plan stops in %1.', left);
    default:
      return trans.__('Without an answer, it is cancelled in %1.', left);
  }
}
