import {
  GIVEN_UP,
  MOST_ROUNDS,
  isAutomaticRejection,
  type IDecisionRecord,
  type ITranslator
} from '../../contract';
import type { ICallAnswer } from './call-answer';

/**
 * What the model reads about a rejected call: the person rejected it, nobody
 * decided in time, or it changed each time the person decided.
 *
 * @param message the person's reason.
 */
export function rejectionAnswer(
  trans: ITranslator,
  record: IDecisionRecord,
  message: string | undefined
): ICallAnswer {
  if (record.by === GIVEN_UP) {
    return rejected(
      `Not run: it changed each of the ${MOST_ROUNDS} times the person decided on it. Do not propose it again before you have read it again.`,
      trans.__(
        'Not run: what it works on changed after each of your %1 decisions',
        MOST_ROUNDS
      )
    );
  }
  if (isAutomaticRejection(record)) {
    return rejected(
      'Not run: nobody decided on this call in time. The person may be away. Go on without it where you can.',
      trans.__('Not run: nobody decided in time')
    );
  }
  const reason = message?.trim();
  return reason
    ? rejected(
        `The person rejected this call and gave this reason: ${reason}`,
        trans.__('You rejected it: “%1”', reason)
      )
    : rejected(
        'The person rejected this call and gave no reason.',
        trans.__('You rejected it')
      );
}

function rejected(text: string, summary: string): ICallAnswer {
  return { state: 'rejected', text, summary };
}
