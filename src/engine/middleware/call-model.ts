import {
  createMiddleware,
  modelCallLimitMiddleware as langchainsLimit,
  modelFallbackMiddleware,
  modelRetryMiddleware,
  type AIMessage
} from 'langchain';
import {
  PlaceholderModel,
  type IReadyModel,
  type ModelSelector
} from '../model/model-selector';
import type { IRunContext } from '../run/run-context';
import type { Run } from '../run/run';
import type { BaseMessage } from '@langchain/core/messages';
import { causeIn, explainModelError } from '../errors';
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
 * LangChain's limit on model calls, counted per run. LangChain's own version
 * counts in two hooks, each of which costs a node and a checkpoint per step,
 * and resets its count only when a run ends well: after Stop or an error it
 * would carry over. Here every run begins at zero, and so does its
 * continuation; only a step of a workflow, whose graph is made again after each
 * card, continues its count.
 *
 * @throws LangChain's `ModelCallLimitMiddlewareError` at the first call beyond
 * the limit.
 */
export function modelCallLimitMiddleware(options: IModelCallLimitOptions) {
  const langchains = langchainsLimit({
    get runLimit() {
      return options.limit();
    },
    exitBehavior: 'error'
  });
  const { hook } = langchains.beforeModel as { hook: LimitHook };
  let calls: number | null = null;
  return createMiddleware({
    name: 'modelCallLimit',
    contextSchema: langchains.contextSchema,
    wrapModelCall: (request, handler) => {
      calls ??= options.before?.(request.messages) ?? 0;
      hook(
        { runModelCallCount: calls, threadModelCallCount: calls },
        request.runtime
      );
      calls++;
      return handler(request);
    }
  });
}

type LimitHook = (
  state: { runModelCallCount: number; threadModelCallCount: number },
  runtime: unknown
) => unknown;

/** Whether an error, or one of its causes, is this limit. */
export function isModelCallLimit(error: unknown): boolean {
  return (
    causeIn(error, each => each.name === 'ModelCallLimitMiddlewareError') !==
    undefined
  );
}

/** Holds the id of the answer in progress. */
type AnswerId = { readonly messageId: string };

/**
 * LangChain's fallback to a second model, once the first has used up its
 * retries. It lasts for the rest of the run, so that each step does not wait
 * for the first model again. Comes outside of everything that shapes a request,
 * since the second model may want its images elsewhere. A partial answer is
 * discarded, and the person is told which model continues.
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
    wrapModelCall: (request, handler) => {
      const { second } = models;
      if (!second) {
        return handler(request);
      }
      if (failed === request.model) {
        return handler({ ...request, model: second.model });
      }
      const shipped = modelFallbackMiddleware(second.model).wrapModelCall;
      let first: unknown;
      return shipped!(request, async asked => {
        if (asked.model === second.model) {
          // LangChain falls back even after a stop.
          if (run.signal.aborted) {
            throw first;
          }
          failed = request.model;
          tellFallback(run, answer, second, first);
        }
        try {
          return await handler(asked);
        } catch (error) {
          first ??= error;
          throw error;
        }
      });
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

/** LangChain's retry with our rules on what is worth repeating. */
export function retryMiddleware(run: Run, answer: AnswerId = run) {
  const { signal, emit, note } = run;
  const { trans } = run.options;
  let attempt = 0;
  const shipped = modelRetryMiddleware({
    maxRetries: MAX_RETRIES,
    initialDelayMs: FIRST_WAIT,
    backoffFactor: BACKOFF,
    jitter: false,
    onFailure: 'error',
    retryOn: error => {
      const fault = modelFault(error);
      if (
        signal.aborted ||
        !fault.retryable ||
        (fault.retryAfterMs ?? 0) > MAX_WAIT ||
        attempt >= MAX_RETRIES
      ) {
        return false;
      }
      const wait = Math.max(
        FIRST_WAIT * BACKOFF ** attempt,
        fault.retryAfterMs ?? 0
      );
      attempt++;
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
      return true;
    }
  });
  const repeat = shipped.wrapModelCall;
  const wrapModelCall: typeof repeat = (request, handler) => {
    // Model calls run one at a time; each call, and each model, has its own
    // retries.
    attempt = 0;
    return repeat!(request, async asked => {
      try {
        return await handler(asked);
      } catch (error) {
        throw unwrapped(error);
      }
    });
  };
  return { ...shipped, wrapModelCall };
}

/**
 * The error inside the wrappers that LangChain adds for each middleware: its
 * retry reads `retryAfterMs` from the provider's own error.
 */
function unwrapped(error: unknown): unknown {
  let inner = error;
  while (
    inner instanceof Error &&
    (inner as { '~brand'?: unknown })['~brand'] === 'MiddlewareError' &&
    inner.cause !== undefined
  ) {
    inner = inner.cause;
  }
  return inner;
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
