import { createMiddleware } from 'langchain';

import { summariseMessages } from '../context/summarise-messages';
import type { ModelSelector } from '../model/model-selector';
import type { IRunContext } from '../run-context/run-context';
import { isWorthwhile, summaryTrigger } from '../context/summary-trigger';

/**
 * LangChain's summarisation, with our token counter and our prompt. It is made
 * again at each step, so that a changed setting counts at once. Its only node
 * is `beforeModel`.
 *
 * It looks at the conversation as it would be sent, with old results cleared;
 * the messages it keeps go back into the thread as they were stored.
 */
export function summariseMiddleware(
  run: IRunContext,
  models: Pick<ModelSelector, 'take'>
) {
  return createMiddleware({
    name: 'summarise',
    beforeModel: async (state, runtime) => {
      const { summary } = run.options.settings();
      const chosen = await models.take().catch(() => null);
      if (!chosen) {
        // The next request fails in the same way, and reports it.
        return undefined;
      }
      const { provider, choice } = chosen;
      const trigger = summaryTrigger(
        summary.trigger,
        choice.contextWindow ?? provider.abilities(choice).contextWindow
      );
      if (!trigger || !isWorthwhile(state.messages, summary.keep)) {
        return undefined;
      }
      const created = await summariseMessages(run, chosen, state.messages, {
        trigger,
        keep: summary.keep,
        runtime
      });
      if ('failure' in created) {
        noteFailure(run, created.failure);
        return undefined;
      }
      return created;
    }
  });
}

/** A failed summary leaves the conversation as it is; the next step tries again. */
function noteFailure(
  { signal, note, options: { trans } }: IRunContext,
  failure: unknown
): void {
  if (failure === null || signal.aborted) {
    return;
  }
  console.warn('Cellwright: the conversation could not be summarised', failure);
  note(() => ({
    kind: 'error',
    title: trans.__('Could not summarise'),
    body: failure instanceof Error ? failure.message : String(failure)
  }));
}
