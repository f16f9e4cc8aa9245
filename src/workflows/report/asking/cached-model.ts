import { hashText } from '../../../contract';
import type { IPlanModel } from '../../plan/asking/plan-model';

export interface ICachedAnswer {
  call?: unknown;
  text: string;
}

/**
 * A model that is asked the same once in a report: going back costs what
 * changed. `fresh` is what it answered anew, to be kept in the report's state.
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
        const { call, text } = await model.ask(messages, shape, options);
        fresh[key] = call === undefined ? { text } : { call, text };
        return fresh[key];
      }
    }
  };
}
