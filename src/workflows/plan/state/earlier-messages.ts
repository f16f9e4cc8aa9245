import { envelope } from '../../../engine/tool-calls/envelope';
import type { PlanStateValue } from './plan-state';
import { shortened } from './shortened';

/** Characters of a message: enough to know what was done. */
const MOST = 600;

/**
 * What was said before, in brief: a task may speak of an earlier one, and is not
 * to be taken for it. Empty where nothing was.
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
