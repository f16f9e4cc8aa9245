import type { EventBody, IDecisionRecord } from '../../contract';

/** The event for a decision that is reported later than it was made. */
export function lateDecision(
  interruptId: string,
  { callId, decision, by, time }: IDecisionRecord
): EventBody {
  return {
    type: 'review-decided',
    interruptId,
    callId,
    decision,
    by,
    made: time
  };
}
