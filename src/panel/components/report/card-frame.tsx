import type { KeyboardEvent, ReactNode } from 'react';

import { claim, isFormField, ReviewTimeLeft } from '../../card/asked-card';
import type { IInterruptItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { focusComposer } from '../common/focus-beyond';
import { usePanel } from '../common/panel-context';
import { Refused } from '../common/refused';
import type { IAnswering } from './use-answering';

/**
 * The frame of the card that reviews a report: its name, its keys, why an answer
 * was refused, how long it waits.
 */
export function CardFrame({
  item: { interrupt, problem },
  answering: { root, box },
  tag,
  onConfirm,
  actions,
  children
}: {
  item: IInterruptItem;
  answering: IAnswering;
  tag?: string;
  /** Called on Ctrl/Cmd+Enter, and on Enter in a form's field. */
  onConfirm(event: KeyboardEvent): void;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { trans } = usePanel().services;
  const { text, until, stops } = interrupt;
  const title = visibleProse(interrupt.title);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event;
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (key === 'Enter' && (ctrlKey || metaKey || isFormField(target))) {
      claim(event);
      if (!event.repeat) {
        onConfirm(event);
      }
    } else if (
      key === 'Escape' &&
      root.current &&
      !(target as Element).closest('[role="menu"]')
    ) {
      claim(event);
      focusComposer(root.current);
    }
  };
  return (
    <div
      ref={root}
      {...box}
      className={`${box.className} jp-Cellwright-reportCard`}
      aria-label={trans.__('Report: %1', title)}
      onKeyDown={onKeyDown}
    >
      <div className="jp-Cellwright-cardHead">
        <strong>{title}</strong>
        {tag ? <span className="jp-Cellwright-tag">{tag}</span> : null}
      </div>
      {text ? (
        <p className="jp-Cellwright-question">{visibleProse(text)}</p>
      ) : null}
      {children}
      <Refused text={problem} />
      {until === undefined ? null : (
        <ReviewTimeLeft limit={{ until, then: stops ? 'cancel' : 'reject' }} />
      )}
      {actions}
    </div>
  );
}
