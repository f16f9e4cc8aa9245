import { CARD_ATTRIBUTE } from '../../trust/is-persons-event';

/**
 * What the element of each card has.
 *
 * @param id of its call or question.
 * @param sent whether its answer is on its way.
 */
export function cardBox(id: string, sent: boolean) {
  return {
    [CARD_ATTRIBUTE]: id,
    ...(sent ? { 'data-sent': '' } : {}),
    className: 'jp-Cellwright-card',
    role: 'group',
    tabIndex: -1,
    'aria-busy': sent
  };
}
