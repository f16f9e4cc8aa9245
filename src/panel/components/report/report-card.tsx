import type { KeyboardEvent, ReactNode } from 'react';

import type { IInterruptItem } from '../../state/thread-items';
import { visibleText } from '../../render/visible-text';
import { ReviewTimeLeft } from '../card/review-time-left';
import { cardKeys } from '../card/card-keys';
import { usePanel } from '../common/panel-context';
import { Refused } from '../common/refused';
import type { IAnswering } from '../card/use-answering';

/** The frame of every card of a report. */
export function ReportCard({
  item,
  answering,
  onConfirm,
  actions,
  children
}: {
  item: IInterruptItem;
  answering: IAnswering;
  /** Called on Ctrl/Cmd+Enter. */
  onConfirm(event: KeyboardEvent): void;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { trans } = usePanel().services;
  const { interrupt, problem } = item;
  const { root, box } = answering;
  const title = visibleText(interrupt.title);
  return (
    <div
      ref={root}
      {...box}
      className="jp-Cellwright-card jp-Cellwright-reportCard"
      aria-label={trans.__('Report: %1', title)}
      onKeyDown={cardKeys(root, onConfirm)}
    >
      <div className="jp-Cellwright-cardHead">
        <strong>{title}</strong>
      </div>
      {interrupt.text ? (
        <p className="jp-Cellwright-question">{visibleText(interrupt.text)}</p>
      ) : null}
      {children}
      <Refused text={problem} />
      {interrupt.until === undefined ? null : (
        <ReviewTimeLeft
          limit={{
            until: interrupt.until,
            then: interrupt.stops ? 'cancel' : 'reject'
          }}
        />
      )}
      {actions}
    </div>
  );
}
