import { createMiddleware, type AIMessage } from 'langchain';
import {
  PlaceholderModel,
  type IReadyModel,
  type ModelSelector
} from '../model/model-selector';
import type { IRunContext } from '../run/run-context';
import type { Run } from '../run/run';
import type { BaseMessage } from '@langchain/core/messages';
import { causeIn, explainModelError } from '../errors';
import { unlessAborted } from '../run/until-aborted';
import { modelFault } from '../../models';
import { answerTitle, plainMessage, plainTool } from './plain-message';
import { tokenUsage } from '../model/token-usage';

/**
 * Sets the model that is chosen when the step begins, before anything looks at
 * the recipient. The person is told when another model continues.
 */
export function selectModelMiddleware(
  run: Run,
  models: Pick<ModelSelector, 'take'>
) {
  const { trans } = run.options;
  let last: string | null = null;
  return createMiddleware({
    name: 'chosenModel',
    wrapModelCall: async (request, handler) => {
      const { model, provider, choice } = await models.take();
      run.recipient = { provider, choice };
      const now = [choice.provider, choice.model, choice.baseUrl].join(' ');
      const isOther = last !== null && last !== now;
      last = now;
      if (isOther) {
        const label = provider.label(choice, trans);
        run.emit({
          type: 'notice',
          code: 'other',
          text: trans.__('From here on, %1 answers.', label)
        });
        run.note(() => ({
          kind: 'middleware',
          title: trans.__('Another model'),
          body: { to: label }
        }));
      }
      return handler(
        request.model instanceof PlaceholderModel
          ? { ...request, model }
          : request
      );
    }
  });
}

interface IModelCallLimitOptions {
  /** How many requests a run may send, as set at the moment. */
  limit(): number;
  /**
   * How many requests were sent before this page or this card, counted from the
   * messages.
   */
  before?(messages: readonly BaseMessage[]): number;
}

/**
 * The limit on model calls, counted per run. LangChain's own counts in two
 * hooks, each of which costs a node and a checkpoint per step. Every run begins
 * at zero, and so does its continuation; only a step of a workflow, whose graph
 * is made again after each card, continues its count.
 *
 * @throws ModelCallLimitError at the first call beyond the limit.
 */
export function modelCallLimitMiddleware({
  limit,
  before
}: IModelCallLimitOptions) {
  let calls: number | null = null;
  return createMiddleware({
    name: 'modelCallLimit',
    wrapModelCall: (request, handler) => {
      calls ??= before?.(request.messages) ?? 0;
      if (calls >= limit()) {
        throw new ModelCallLimitError(`${calls} requests were sent.`);
      }
      calls++;
      return handler(request);
    }
  });
}

class ModelCallLimitError extends Error {}

/** Whether an error, or one of its causes, is this limit. */
export function isModelCallLimit(error: unknown): boolean {
  return (
    causeIn(error, each => each instanceof ModelCallLimitError) !== undefined
  );
}

/** Holds the id of the answer in progress. */
type AnswerId = { readonly messageId: string };

/**
 * A second model answers once the first has used up its retries. It lasts for
 * the rest of the run, so that each step does not wait for the first model
 * again. Comes outside of everything that shapes a request, since the second
 * model may want its images elsewhere. A partial answer is discarded, and the
 * person is told which model continues.
 *
 * @param models `second` answers if the first one fails; null for none.
 */
export function fallbackMiddleware(
  run: Run,
  models: Pick<ModelSelector, 'second'>,
  answer: AnswerId = run
) {
  /**
   * The first model that failed; if another one is chosen, that one is tried.
   */
  let failed: unknown = null;
  return createMiddleware({
    name: 'fallback',
    wrapModelCall: async (request, handler) => {
      const { second } = models;
      if (!second || failed !== request.model) {
        try {
          return await handler(request);
        } catch (error) {
          if (!second || run.signal.aborted) {
            throw error;
          }
          failed = request.model;
          tellFallback(run, answer, second, error);
        }
      }
      run.recipient = second;
      return handler({ ...request, model: second.model });
    }
  });
}

function tellFallback(
  { recipient, emit, note, options: { trans } }: Run,
  { messageId }: AnswerId,
  { provider, choice }: IReadyModel,
  cause: unknown
): void {
  const { provider: own, choice: chosen } = recipient;
  const error = explainModelError(cause, trans);
  emit({
    type: 'model-retry',
    messageId,
    attempt: 1,
    wait: 0,
    error
  });
  emit({
    type: 'notice',
    code: 'other',
    text: trans.__(
      '%1 did not answer. %2 The second model, %3, takes over.',
      own.label(chosen, trans),
      error.title,
      provider.label(choice, trans)
    )
  });
  note(() => ({
    kind: 'middleware',
    title: trans.__('Second model'),
    body: { error: error.code, to: provider.label(choice, trans) }
  }));
}

const MAX_RETRIES = 3;
const FIRST_WAIT = 500;
const BACKOFF = 2;
/**
 * The longest wait a server may ask for, in ms; beyond it the person is told
 * instead.
 */
const MAX_WAIT = 30_000;

/** Repeats a request that may succeed the next time. */
export function retryMiddleware(run: Run, answer: AnswerId = run) {
  const { signal, emit, note } = run;
  const { trans } = run.options;
  return createMiddleware({
    name: 'retry',
    wrapModelCall: async (request, handler) => {
      const once = {
        ...request,
        // A model of another extension may have retries of its own.
        modelSettings: { maxRetries: 0, ...request.modelSettings }
      };
      for (let attempt = 1; ; attempt++) {
        try {
          return await handler(once);
        } catch (error) {
          const fault = modelFault(error);
          const { retryAfterMs = 0 } = fault;
          if (
            signal.aborted ||
            !fault.retryable ||
            retryAfterMs > MAX_WAIT ||
            attempt > MAX_RETRIES
          ) {
            throw error;
          }
          const wait = Math.max(
            FIRST_WAIT * BACKOFF ** (attempt - 1),
            retryAfterMs
          );
          const explained = explainModelError(fault, trans);
          emit({
            type: 'model-retry',
            messageId: answer.messageId,
            attempt,
            wait,
            error: explained
          });
          note(() => ({
            kind: 'middleware',
            title: trans.__('Asked again'),
            body: { attempt, wait, error: explained.code }
          }));
          await unlessAborted(
            new Promise(resolve => setTimeout(resolve, wait)),
            signal
          );
        }
      }
    }
  });
}

/**
 * Notes each request as it is sent, and the answer. It is innermost, so that
 * nothing changes a request any more, and a repeated request is noted again.
 */
export function debugMiddleware(run: IRunContext) {
  const { note } = run;
  const { settings, trans } = run.options;
  let requests = 0;
  return createMiddleware({
    name: 'debug',
    wrapModelCall: async (request, handler) => {
      if (!settings().debug) {
        return handler(request);
      }
      const { provider, choice } = run.recipient;
      const number = ++requests;
      note(() => ({
        kind: 'request',
        title: trans.__(
          'Request %1 to %2',
          number,
          provider.label(choice, trans)
        ),
        body: {
          system: request.systemMessage.text,
          messages: request.messages.map(plainMessage),
          tools: (request.tools ?? []).map(plainTool)
        }
      }));
      const started = Date.now();
      try {
        const answer = (await handler(request)) as AIMessage;
        note(() => {
          const { input, output } = tokenUsage(request.messages, answer);
          return {
            kind: 'answer',
            title: trans.__('Answer %1: %2', number, answerTitle(answer)),
            ms: Date.now() - started,
            tokens: { input, output },
            body: {
              ...plainMessage(answer),
              metadata: answer.response_metadata
            }
          };
        });
        return answer;
      } catch (error) {
        note(() => {
          const { code, title, text } = explainModelError(error, trans);
          return {
            kind: 'error',
            title: trans.__('Answer %1: %2', number, title),
            ms: Date.now() - started,
            body: { code, title, text }
          };
        });
        throw error;
      }
    }
  });
}
