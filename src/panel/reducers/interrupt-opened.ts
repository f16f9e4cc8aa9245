import type { OpenQuestion } from '../../contract';

import { put } from '../state/items';
import type { IInterruptItem } from '../state/thread-items';
import type { ISettledState } from '../state/thread-view-state';

export function interruptOpened(
  settled: ISettledState,
  interrupt: OpenQuestion
): Partial<ISettledState> {
  const id = interrupt.interrupt_id;
  return {
    ...put(settled, {
      kind: 'interrupt',
      id,
      path: settled.path,
      interrupt,
      status: 'pending',
      answer: null,
      by: null,
      problem: null
    }),
    pending: settled.pending.includes(id)
      ? settled.pending
      : [...settled.pending, id]
  };
}

export function interruptChanged(
  settled: ISettledState,
  id: string,
  change: Partial<IInterruptItem>
): Partial<ISettledState> {
  const item = settled.items[id];
  return item?.kind === 'interrupt' ? put(settled, { ...item, ...change }) : {};
}

export function interruptClosed(
  settled: ISettledState,
  event: Pick<IInterruptItem, 'answer' | 'by'> & { interruptId: string }
): Partial<ISettledState> {
  const item = settled.items[event.interruptId];
  return {
    ...(item?.kind === 'interrupt'
      ? put(settled, closedInterrupt(item, event))
      : {}),
    pending: settled.pending.filter(id => id !== event.interruptId)
  };
}

/** The item once it is answered, or has ended without an answer. */
export function closedInterrupt(
  item: IInterruptItem,
  { answer, by }: Pick<IInterruptItem, 'answer' | 'by'>
): IInterruptItem {
  return { ...item, status: 'closed', problem: null, answer, by };
}
