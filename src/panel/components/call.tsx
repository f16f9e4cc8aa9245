import { memo } from 'react';

import type { ICallItem } from '../thread-items';
import { CallLine } from './call-line';
import { Card } from './card';
import { DecidedCard } from './decided-card';

/**
 * A call at its one place in the thread: its card while it waits for the
 * person, then the line of what was decided, with the line of what it did.
 */
export const Call = memo(function Call({ item }: { item: ICallItem }) {
  const { review } = item;
  if (!review) {
    return <CallLine item={item} />;
  }
  if (review.status === 'pending') {
    return <Card item={item} card={review.card} />;
  }
  const rejected = review.decision?.type === 'reject' || !review.decision;
  const begun = item.state !== 'waiting';
  return (
    <>
      <DecidedCard item={item} review={review} />
      {begun && !rejected ? <CallLine item={item} /> : null}
    </>
  );
});
