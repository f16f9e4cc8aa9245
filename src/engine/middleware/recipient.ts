import { createMiddleware } from 'langchain';

import type { IModelRecipient } from '../run-context/model-recipient';

export interface IRecipientOptions {
  /** Whom a request with this model goes to; null where that is not known. */
  recipientOf(model: unknown): IModelRecipient | null;
  onRecipient(recipient: IModelRecipient): void;
}

/**
 * Remembers which model a request goes to: its provider says what of the
 * answer is kept, and its prices what it cost. Stands inside the fallback.
 */
export function recipientMiddleware(options: IRecipientOptions) {
  return createMiddleware({
    name: 'recipient',
    wrapModelCall: (request, handler) => {
      const recipient = options.recipientOf(request.model);
      if (recipient) {
        options.onRecipient(recipient);
      }
      return handler(request);
    }
  });
}
