import { envelope } from '../../../engine/tool-calls/envelope';
import type { PlanStateValue } from './plan-state';
import { shortened } from './shortened';

/** The most characters of a message: enough to know what was done. */
const MOST = 600;

/**
 * The earlier messages, shortened: a task may refer to an earlier one, but must
 * not be confused with it. Empty if there are none.
 */
export function earlierMessages({
  history
}: Pick<PlanStateValue, 'history'>): string {
  return history.length === 0
    ? ''
    : `Said before, where the task refers to it. Those tasks are over; this one is new:\n${envelope(
        'conversation',
        history
          .map(({ role, text }) => `${role}: ${shortened(text, MOST)}`)
          .join('\n')
      )}`;
}
