import {
  useSyncExternalStore,
  type ReactNode,
  type SyntheticEvent
} from 'react';

import type { ITranslator, OpenQuestion } from '../../../contract';
import { secondsText } from '../../text/duration-text';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { cardKeys } from './card-keys';
import { usePanel } from '../common/panel-context';
import { Refused } from '../common/refused';
import { useAnswering, type Answering } from './use-answering';

/**
 * The frame of a card that asks a question: its name, its keys, where focus
 * goes after an answer, why an answer was refused, how long it waits.
 */
export function InterruptFrame({
  item,
  tag,
  onConfirm,
  actions,
  children
}: {
  item: IInterruptItem;
  /** Shown at the end of its first line. */
  tag?: string;
  /** Called on Ctrl or Cmd and Enter. @returns whether an answer was sent. */
  onConfirm(event: Event): boolean;
  /** Shown between its text and its actions. */
  children(sent: boolean): ReactNode;
  actions(sent: boolean, answer: Answering): ReactNode;
}) {
  const { trans } = usePanel().services;
  const { interrupt, problem } = item;
  const { root, box, sent, act } = useAnswering(item);
  const confirm = ({ nativeEvent }: SyntheticEvent) =>
    act(() => onConfirm(nativeEvent));

  return (
    <div
      ref={root}
      {...box}
      aria-label={trans.__('Question: %1', visibleProse(interrupt.title))}
      onKeyDown={cardKeys(root, confirm, isFormField)}
    >
      <div className="jp-Cellwright-cardHead">
        <strong>{visibleProse(interrupt.title)}</strong>
        {tag ? <span className="jp-Cellwright-tag">{tag}</span> : null}
      </div>
      {interrupt.text ? (
        <p className="jp-Cellwright-question">{visibleProse(interrupt.text)}</p>
      ) : null}
      {children(sent)}
      <Refused text={problem} />
      {interrupt.until === undefined ? null : (
        <TimeLeft interrupt={interrupt} until={interrupt.until} />
      )}
      {actions(sent, act)}
    </div>
  );
}

/**
 * A field in which Enter sends the form. The browser's own form submission does
 * not count, because any code in the page can trigger it.
 */
function isFormField(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.closest('.jp-Cellwright-form') !== null &&
    !['button', 'checkbox', 'radio', 'file'].includes(target.type)
  );
}

/** How long a question still waits, and what happens then. */
function TimeLeft({
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
