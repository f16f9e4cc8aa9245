import { memo } from 'react';

import type { ICallItem } from '../thread-items';
import { CallLine } from './call-line';
import { Card } from './card';
import { DecidedCard } from './decided-card';

/**
 * A call at its one place in the thread: its card while it waits for the
 * person, then one line: what was decided, and once it has begun what it did.
 */
export const Call = memo(function Call({ item }: { item: ICallItem }) {
  const { review } = item;
  if (!review) {
    return <CallLine item={item} />;
  }
  if (review.status === 'pending') {
    return <Card item={item} card={review.card} />;
  }
  const runs =
    item.state !== 'waiting' &&
    (review.decision?.type === 'approve' || review.decision?.type === 'edit');
  return runs ? (
    <CallLine item={item} />
  ) : (
    <DecidedCard item={item} review={review} />
  );
});
