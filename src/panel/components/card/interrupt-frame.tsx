import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';

import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { useCardBox } from './card-box';
import { cardKeys } from './card-keys';
import { focusBeyond } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';
import { Refused } from '../common/refused';
import { TimeLeft } from './time-left';

/** Sends an answer; the function returns whether it was sent. */
export type Answering = (act: () => boolean) => void;

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
  const { id, interrupt, problem } = item;
  const root = useRef<HTMLDivElement>(null);
  const sent = usePanelState(
    state => id in state.sent || state.opening !== null
  );

  const box = useCardBox(root, id, sent, interrupt);

  /** Whether the last answer moved focus away from here. */
  const wentOn = useRef(false);

  /** After any answer here, focus moves to what comes next. */
  const answer: Answering = act => {
    const element = root.current;
    const held = element?.contains(document.activeElement) ?? false;
    if (act() && held && element) {
      wentOn.current = true;
      focusBeyond(element);
    }
  };
  // A refused answer has to be given again, so focus comes back.
  useEffect(() => {
    if (item.problem && wentOn.current) {
      wentOn.current = false;
      root.current?.focus();
    }
  }, [item]);
  const confirm = ({ nativeEvent }: SyntheticEvent) =>
    answer(() => onConfirm(nativeEvent));

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
      {actions(sent, answer)}
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
