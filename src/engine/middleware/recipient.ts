import { createMiddleware } from 'langchain';

import type { Run } from '../run';
import { recipientOf } from './fallback';
import type { ISecondModel } from './fallback';

/**
 * Remembers which model a request goes to: its provider says what of the
 * answer is kept, and its prices what it cost. Stands inside the fallback.
 */
export function recipientMiddleware(run: Run, second: ISecondModel | null) {
  return createMiddleware({
    name: 'recipient',
    wrapModelCall: (request, handler) => {
      run.recipient = recipientOf(run, second, request.model);
      return handler(request);
    }
  });
}
