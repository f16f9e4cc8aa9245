import { put, type Items } from '../state/items';
import {
  newCall,
  type ICallItem,
  type ICallReview
} from '../state/thread-items';
import type { ISettledState } from '../state/thread-view-state';

export function closedReview(review: ICallReview | null): ICallReview | null {
  return review?.status === 'pending'
    ? { ...review, status: 'closed' }
    : review;
}

export function callChanged(
  settled: ISettledState,
  callId: string,
  change: Partial<ICallItem>
): Partial<ISettledState> {
  const item = settled.items[callId];
  return item?.kind === 'call' ? put(settled, { ...item, ...change }) : {};
}

export function cardOpened(
  settled: ISettledState,
  interruptId: string,
  card: ICallReview['card'],
  /** The limit of a card that is shown again; a new card has its own. */
  limit?: ICallReview['limit']
): Partial<ISettledState> {
  const known = settled.items[card.callId];
  const item: ICallItem =
    known?.kind === 'call'
      ? known
      : newCall({
          id: card.callId,
          path: settled.path,
          tool: card.tool,
          args: card.args,
          text: card.title
        });
  return {
    ...put(settled, {
      ...item,
      state: 'waiting',
      startedAt: null,
      review: {
        interruptId,
        card,
        status: 'pending',
        limit: limit === undefined ? (item.review?.limit ?? null) : limit,
        decision: null,
        by: null
      }
    }),
    pending: settled.pending.includes(card.callId)
      ? settled.pending
      : [...settled.pending, card.callId]
  };
}

export function reviewChanged(
  settled: ISettledState,
  callId: string,
  change: Partial<ICallReview>
): Partial<ISettledState> {
  const item = settled.items[callId];
  if (item?.kind !== 'call' || !item.review) {
    return {};
  }
  return {
    ...put(settled, { ...item, review: { ...item.review, ...change } }),
    pending: settled.pending.filter(id => id !== callId)
  };
}

export function reviewLimited(
  settled: ISettledState,
  interruptId: string,
  limit: ICallReview['limit']
): ISettledState {
  let next = settled;
  for (const id of settled.pending) {
    const item = settled.items[id];
    if (item?.kind === 'call' && item.review?.interruptId === interruptId) {
      next = {
        ...next,
        ...put(next, { ...item, review: { ...item.review, limit } })
      };
    }
  }
  return next;
}

export function reviewClosed(
  settled: ISettledState,
  interruptId: string
): Partial<ISettledState> {
  const open = settled.pending.filter(id => {
    const item = settled.items[id];
    return item?.kind === 'call' && item.review?.interruptId === interruptId;
  });
  let next: Items = settled;
  for (const id of open) {
    const item = settled.items[id] as ICallItem;
    next = put(next, { ...item, review: closedReview(item.review) });
  }
  return {
    order: next.order,
    items: next.items,
    pending: settled.pending.filter(id => !open.includes(id)),
    review: settled.review?.interruptId === interruptId ? null : settled.review
  };
}
