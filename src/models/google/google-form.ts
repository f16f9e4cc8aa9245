import { ModelFault } from '../../contract';
import type { IAnswerForm } from '../transport/answer-stream';
import { type IRequestFacts, faultOfBody, named } from '../errors/model-fault';
import { WatchedAnswer } from '../transport/watched-answer';

interface IEvent {
  error?: unknown;
  promptFeedback?: { blockReason?: string };
  candidates?: { finishReason?: string }[];
}

/** Format of Gemini's answers: events without names; the last one has a reason. */
export function googleForm(facts: IRequestFacts): IAnswerForm {
  return {
    framing: 'events',
    isWhole: () => false,
    reader: new WatchedAnswer(payload => {
      const { error, promptFeedback, candidates } = payload as IEvent;
      if (error) {
        throw faultOfBody(payload, facts);
      }
      if (promptFeedback?.blockReason) {
        throw new ModelFault(
          'refused',
          `The request was blocked: ${promptFeedback.blockReason}.`,
          named(facts)
        );
      }
      return candidates?.[0]?.finishReason ? 'finished' : 'more';
    })
  };
}
