import { modelRetryMiddleware } from 'langchain';

import type { ITranslator } from '../../contract';
import { modelFault } from '../../models';
import { explainModelError } from '../errors/explain-run-error';
import type { Emit, Note } from '../run-context/run-context';

const MAX_RETRIES = 3;
const FIRST_WAIT = 500;
const BACKOFF = 2;
/**
 * The longest wait a server may ask for, in ms; beyond it the person is told
 * instead.
 */
const MAX_WAIT = 30_000;

export interface IRetryOptions {
  signal: AbortSignal;
  /** The id of the answer in progress. */
  messageId(): string;
  trans: ITranslator;
  emit: Emit;
  note: Note;
}

/** LangChain's retry with our rules on what is worth repeating. */
export function retryMiddleware(options: IRetryOptions) {
  const { signal, messageId, trans, emit, note } = options;
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
        messageId: messageId(),
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
