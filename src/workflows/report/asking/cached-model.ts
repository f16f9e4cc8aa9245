import { hashText } from '../../../contract';
import type { IPlanModel } from '../../plan/plan-ports';

export interface ICachedAnswer {
  call?: unknown;
  text: string;
}

/**
 * A model that is asked each request only once per report, so that going back
 * only costs what changed. `fresh` holds the new answers, to be stored in the
 * report's state; a server's refusal is not an answer, nor is half of one.
 */
export function cachedModel(
  model: IPlanModel,
  known: Readonly<Record<string, ICachedAnswer>>
): { model: IPlanModel; fresh: Record<string, ICachedAnswer> } {
  const fresh: Record<string, ICachedAnswer> = {};
  return {
    fresh,
    model: {
      has: model.has,
      ask: async (messages, shape, options) => {
        const key = hashText(
          JSON.stringify([messages, shape, options.temperature ?? null])
        );
        const before = known[key] ?? fresh[key];
        if (before) {
          options.onText?.(before.text);
          return before;
        }
        const answer = await model.ask(messages, shape, options);
        if (answer.refused || answer.isCut) {
          return answer;
        }
        const { call, text } = answer;
        fresh[key] = call === undefined ? { text } : { call, text };
        return fresh[key];
      }
    }
  };
}
