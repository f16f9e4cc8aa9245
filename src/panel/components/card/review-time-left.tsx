import { useEffect, useState } from 'react';

import type { IReviewLimit } from '../../../contract';
import { limitText, nextChange } from '../../text/limit-text';
import { usePanel } from '../common/panel-context';

/**
 * How long a card still waits, and what happens then. This was announced when
 * the card appeared, so the changes are not.
 */
export function ReviewTimeLeft({ limit }: { limit: IReviewLimit }) {
  const { trans } = usePanel().services;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const change = nextChange(limit, now);
    if (change === null) {
      return;
    }
    const timer = setTimeout(() => setNow(Date.now()), change);
    return () => clearTimeout(timer);
  }, [limit, now]);
  return (
    <p className="jp-Cellwright-place" aria-live="off">
      {limitText(limit, now, trans)}
    </p>
  );
}
