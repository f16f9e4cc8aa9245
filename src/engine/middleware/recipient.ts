import { createMiddleware } from 'langchain';

import type { ModelSelector } from '../model/model-selector';
import type { Run } from '../run/run';

/**
 * Remembers which model a request goes to: its provider says what of the
 * answer is kept, and its prices what it cost. Stands inside the fallback.
 */
export function recipientMiddleware(run: Run, models: ModelSelector) {
  return createMiddleware({
    name: 'recipient',
    wrapModelCall: (request, handler) => {
      run.recipient = models.of(request.model) ?? run.recipient;
      return handler(request);
    }
  });
}
