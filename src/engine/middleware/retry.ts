import { modelRetryMiddleware } from 'langchain';

import { toModelFault } from '../../models';
import { explainModelError } from '../errors';
import type { Run } from '../run';

const MAX_RETRIES = 3;
const FIRST_WAIT = 500;
const BACKOFF = 2;
/** A server that asks for more patience than this gets a sentence instead. */
const LONGEST_WAIT = 30_000;

/**
 * LangChain's retry with our idea of what is worth repeating. Stands last
 * among the `wrapModelCall` hooks: there it sees the provider's error itself,
 * with its `retryAfterMs`, and not a `MiddlewareError` around it.
 */
export function retryMiddleware(run: Run) {
  // One model call at a time: a success or another message starts anew.
  let messageId = '';
  let attempt = 0;
  return modelRetryMiddleware({
    maxRetries: MAX_RETRIES,
    initialDelayMs: FIRST_WAIT,
    backoffFactor: BACKOFF,
    jitter: false,
    onFailure: 'error',
    retryOn: error => {
      const fault = toModelFault(error);
      if (messageId !== run.messageId) {
        messageId = run.messageId;
        attempt = 0;
      }
      if (
        run.signal.aborted ||
        !fault.retryable ||
        (fault.retryAfterMs ?? 0) > LONGEST_WAIT ||
        attempt >= MAX_RETRIES
      ) {
        return false;
      }
      const wait = Math.max(
        FIRST_WAIT * BACKOFF ** attempt,
        fault.retryAfterMs ?? 0
      );
      attempt++;
      run.emit({
        type: 'model-retry',
        messageId,
        attempt,
        wait,
        error: explainModelError(fault, run.options.trans)
      });
      return true;
    }
  });
}
