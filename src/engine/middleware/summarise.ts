import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { createMiddleware, summarizationMiddleware } from 'langchain';

import { asSent } from '../as-sent';
import type { ChosenModels } from '../chosen-models';
import { noteDebug } from '../debug';
import type { Run, Writer } from '../run';
import {
  SUMMARY_PREFIX,
  SUMMARY_PROMPT,
  isWorthwhile,
  summaryTrigger,
  withStored
} from '../summary';
import { tokensOf } from '../tokens';

/**
 * LangChain's summarisation, with our counter and our words, made anew at each
 * step so that a changed setting counts at once. Its one node is `beforeModel`.
 *
 * It looks at the conversation as it would be sent, old results cleared; what
 * it keeps goes back into the thread as it was stored.
 */
export function summariseMiddleware(
  run: Run,
  models: Pick<ChosenModels, 'take'>
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
      const { model, provider, choice } = chosen;
      const trigger = summaryTrigger(
        summary.trigger,
        choice.contextWindow ?? provider.abilities(choice).contextWindow
      );
      if (!trigger || !isWorthwhile(state.messages, summary.keep)) {
        return undefined;
      }
      const reader = new Summariser(model, run.signal);
      const shipped = summarizationMiddleware({
        model: reader as never,
        trigger,
        keep: { messages: summary.keep },
        tokenCounter: tokensOf,
        summaryPrompt: '{messages}',
        summaryPrefix: SUMMARY_PREFIX,
        // The trigger holds it to what a model can read; LangChain's 4,000
        // would drop the beginning, with the person's task.
        trimTokensToSummarize: Number.MAX_SAFE_INTEGER
      });
      const sent = asSent(run, state.messages);
      const begun = Date.now();
      const update = await hookOf(shipped.beforeModel)(
        { ...state, messages: sent.messages },
        { ...runtime, context: runtime.context ?? {} }
      );
      if (!update || reader.failure !== null) {
        noteFailure(run, reader.failure);
        return undefined;
      }
      const messages = withStored(update.messages, state.messages);
      const text = reader.text.trim();
      const count = state.messages.length - (messages.length - 2);
      run.emit(
        { type: 'summary', text, messages: count },
        runtime.writer as Writer
      );
      noteDebug(run, () => ({
        kind: 'middleware',
        title: run.options.trans.__('Summarised older messages'),
        ms: Date.now() - begun,
        body: { messages: count, request: reader.prompt, text }
      }));
      return { messages };
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

/**
 * The model as LangChain's summarisation calls it. `invoke` of a streaming
 * model would count tokens with an encoding from a CDN, so this streams; and
 * where it fails LangChain would keep the error as the summary, so it is noted.
 */
class Summariser {
  prompt = '';
  text = '';
  failure: unknown = null;

  constructor(
    private _model: BaseChatModel,
    private _signal: AbortSignal
  ) {}

  async invoke(
    conversation: string,
    config: RunnableConfig
  ): Promise<{ content: string }> {
    this.prompt = `${SUMMARY_PROMPT}\n\n${conversation}`;
    try {
      const stream = await this._model.stream(this.prompt, {
        ...config,
        signal: this._signal
      });
      for await (const chunk of stream) {
        this.text += chunk.text;
      }
      if (this.text.trim() === '') {
        throw new Error('The summary was empty.');
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
    return { content: this.text };
  }
}

type Hook = (
  state: object,
  runtime: object
) => Promise<{ messages: BaseMessage[] } | undefined>;

/** A hook is a function, or an object that holds one. */
function hookOf(hook: unknown): Hook {
  return typeof hook === 'function'
    ? (hook as Hook)
    : (hook as { hook: Hook }).hook;
}
