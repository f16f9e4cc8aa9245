import { hashText } from '../../../contract';
import type { IPlanModel } from '../../plan/asking/plan-model';

export interface ICachedAnswer {
  call?: unknown;
  text: string;
}

/**
 * A model that is asked the same once in a report: going back costs what
 * changed. `fresh` is what it answered anew, to be kept in the report's state;
 * what a server refused is no answer.
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
        if (answer.refused) {
          return answer;
        }
        const { call, text } = answer;
        fresh[key] = call === undefined ? { text } : { call, text };
        return fresh[key];
      }
    }
  };
}
