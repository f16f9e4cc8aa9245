import { memo } from 'react';

import type { ICallItem } from '../../state/thread-items';
import { CallLine } from './call-line';
import { Lazy } from '../common/lazy';

/**
 * A call, always in the same place in the thread: a card while it waits for the
 * person, then one line with the decision and, once it has begun, what it did.
 */
export const Call = memo(function Call({ item }: { item: ICallItem }) {
  const { review } = item;
  if (!review) {
    // The last step of a plan ends by a call whose words the summary shows.
    return item.state === 'done' && item.text === '' ? null : (
      <CallLine item={item} />
    );
  }
  if (review.status === 'pending') {
    return <Lazy draw={({ AskedCard }) => <AskedCard item={item} />} />;
  }
  const { decision, card } = review;
  const runs =
    item.state !== 'waiting' &&
    (decision?.type === 'approve' ||
      decision?.type === 'edit' ||
      // A call that was unclear continues like any other.
      (card.body.kind === 'unclear' &&
        decision?.type === 'respond' &&
        decision.message !== 'skip'));
  return runs ? (
    <CallLine item={item} />
  ) : (
    <Lazy
      silent={true}
      draw={({ DecidedCard }) => <DecidedCard item={item} review={review} />}
    />
  );
});
