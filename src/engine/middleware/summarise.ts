import { createMiddleware } from 'langchain';

import type { ModelSelector } from '../model/model-selector';
import { noteDebug } from '../run-context/note-debug';
import { summariseMessages } from '../context/summarise-messages';
import type { Run } from '../run/run';
import { isWorthwhile, summaryTrigger } from '../context/summary-trigger';

/**
 * LangChain's summarisation, with our counter and our words, made anew at each
 * step so that a changed setting counts at once. Its one node is `beforeModel`.
 *
 * It looks at the conversation as it would be sent, old results cleared; what
 * it keeps goes back into the thread as it was stored.
 */
export function summariseMiddleware(
  run: Run,
  models: Pick<ModelSelector, 'take'>
) {
  return createMiddleware({
    name: 'summarise',
    beforeModel: async (state, runtime) => {
      const { summary } = run.options.settings();
      const chosen = await models.take().catch(() => null);
      if (!chosen) {
        // The request that follows has the same trouble, and tells it.
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
      const made = await summariseMessages(run, chosen, state.messages, {
        trigger,
        keep: summary.keep,
        runtime
      });
      if ('failure' in made) {
        noteFailure(run, made.failure);
        return undefined;
      }
      return made;
    }
  });
}

/** A failed summary leaves the conversation as it is; the next step tries again. */
function noteFailure(run: Run, failure: unknown): void {
  if (failure === null || run.signal.aborted) {
    return;
  }
  console.warn('Cellwright: the conversation could not be summarised', failure);
  noteDebug(run, () => ({
    kind: 'error',
    title: run.options.trans.__('Could not summarise'),
    body: failure instanceof Error ? failure.message : String(failure)
  }));
}
