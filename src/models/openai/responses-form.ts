import type { IAnswerForm } from '../transport/answer-stream';
import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import { WatchedAnswer } from '../transport/watched-answer';

/** Format of answers from the responses API: each event has a type. */
export function responsesForm(facts: IRequestFacts): IAnswerForm {
  return {
    framing: 'events',
    isWhole: () => false,
    reader: new WatchedAnswer(event => {
      const response = event.response as { error?: unknown } | undefined;
      if (event.type === 'response.failed') {
        throw faultOfBody({ error: response?.error ?? {} }, facts);
      }
      if (event.type === 'error' || event.error) {
        throw faultOfBody(event, facts);
      }
      return event.type === 'response.completed' ||
        event.type === 'response.incomplete'
        ? 'closed'
        : 'more';
    })
  };
}
