import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { summarizationMiddleware } from 'langchain';

import { modelFault } from '../../models';
import { prepareHistory } from './clear-old-results';
import type { IReadyModel } from '../model/model-selector';
import type { IRunContext } from '../run-context/run-context';
import type { Writer } from '../run-context/run-options';
import {
  SUMMARY_PREFIX,
  SUMMARY_PROMPT,
  type SummaryTrigger,
  withStored
} from './summary-trigger';
import { tokensOf } from '../model/token-usage';

export interface ISummaryOptions {
  trigger: SummaryTrigger;
  /** How many messages stay as they are. */
  keep: number;
  /** How often a conversation that is too long to be summarised is halved. */
  tries?: number;
  /** LangGraph's runtime, inside a node. */
  runtime?: { context?: unknown; writer?: unknown };
}

/**
 * LangChain's summarisation, with our token counter and our prompt. It looks at
 * the conversation as it would be sent, with old results cleared; the messages
 * it keeps go back into the thread as they were stored.
 *
 * @returns the update of the thread; `failure` if it could not be made, null if
 * no summary was due.
 */
export async function summariseMessages(
  run: IRunContext,
  { model }: Pick<IReadyModel, 'model'>,
  stored: readonly BaseMessage[],
  { trigger, keep, tries = 0, runtime = {} }: ISummaryOptions
): Promise<{ messages: BaseMessage[] } | { failure: unknown }> {
  const reader = new Summariser(model, run.signal, tries);
  const shipped = summarizationMiddleware({
    model: reader as never,
    trigger,
    keep: { messages: keep },
    tokenCounter: tokensOf,
    summaryPrompt: '{messages}',
    summaryPrefix: SUMMARY_PREFIX,
    // The trigger already limits it to what a model can read; LangChain's
    // default of 4,000 would drop the beginning, with the person's task.
    trimTokensToSummarize: Number.MAX_SAFE_INTEGER
  });
  const sent = prepareHistory(run, [...stored]);
  const begun = Date.now();
  const update = await hookOf(shipped.beforeModel)(
    { messages: sent.messages },
    { ...runtime, context: runtime.context ?? {} }
  );
  if (!update || reader.failure !== null) {
    return { failure: reader.failure };
  }
  const messages = withStored(update.messages, stored);
  const text = reader.text.trim();
  const count = stored.length - (messages.length - 2);
  run.emit(
    { type: 'summary', text, messages: count },
    runtime.writer as Writer
  );
  run.note(() => ({
    kind: 'middleware',
    title: run.options.trans.__('Summarised older messages'),
    ms: Date.now() - begun,
    body: { messages: count, request: reader.prompt, text }
  }));
  return { messages };
}

/**
 * The model as LangChain's summarisation calls it. `invoke` of a streaming
 * model would count tokens with an encoding from a CDN, so this streams. If the
 * request fails, LangChain would store the error as the summary, so the failure
 * is noted here.
 */
class Summariser {
  prompt = '';
  text = '';
  failure: unknown = null;

  /** @param tries how often a conversation that is too long is cut in half. */
  constructor(
    private _model: BaseChatModel,
    private _signal: AbortSignal,
    private _tries: number
  ) {}

  async invoke(
    conversation: string,
    config: RunnableConfig
  ): Promise<{ content: string }> {
    for (let tries = this._tries, rest = conversation; ; tries--) {
      this.prompt = `${SUMMARY_PROMPT}\n\n${rest}`;
      try {
        this.text = '';
        await this._read(config);
        break;
      } catch (error) {
        if (tries <= 0 || !isTooLong(error)) {
          this.failure = error;
          throw error;
        }
        rest = halved(rest);
      }
    }
    return { content: this.text };
  }

  private async _read(config: RunnableConfig): Promise<void> {
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
  }
}

/** Whether the model returned nothing, or said that the text is too long. */
function isTooLong(error: unknown): boolean {
  return ['nothing-came', 'context-too-long'].includes(modelFault(error).code);
}

/**
 * The beginning, which has the person's task, and the end, which has the latest
 * state.
 */
function halved(text: string): string {
  const part = Math.floor(text.length / 4);
  return `${text.slice(0, part)}\n[… left out …]\n${text.slice(-part)}`;
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
