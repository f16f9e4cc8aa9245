import { memo } from 'react';

import { AskedCard } from '../../card/asked-card';
import type { IInterruptItem } from '../../state/thread-items';
import { ReviewCard } from '../report/review-card';
import { InterruptClosed } from './interrupt-closed';

/** A question of the graph: a card while it waits, then one line. */
export const InterruptCard = memo(function InterruptCard({
  item
}: {
  item: IInterruptItem;
}) {
  if (item.status !== 'pending') {
    return <InterruptClosed item={item} />;
  }
  const { interrupt } = item;
  return interrupt.kind === 'review' ? (
    <ReviewCard item={item} asked={interrupt} />
  ) : (
    <AskedCard item={item} />
  );
});
