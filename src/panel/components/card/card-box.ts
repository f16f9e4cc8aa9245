import type { RefObject } from 'react';

import { CARD_ATTRIBUTE } from '../../trust/is-persons-event';
import { useWatched } from '../../trust/watch-card';

/**
 * What the element of each card has.
 *
 * @param id of its call or question.
 * @param sent whether its answer is on its way.
 * @param shown what it shows; a change has to be seen before it is decided.
 */
export function useCardBox(
  root: RefObject<HTMLElement>,
  id: string,
  sent: boolean,
  shown: unknown
) {
  useWatched(root, shown);
  return {
    [CARD_ATTRIBUTE]: id,
    ...(sent ? { 'data-sent': '' } : {}),
    className: 'jp-Cellwright-card',
    role: 'group',
    tabIndex: -1,
    'aria-busy': sent
  };
}
