import { createMiddleware } from 'langchain';

import type { IAnsweringModel } from '../run-context/answering-model';

export interface IRecipientOptions {
  /** Who receives a request to this model; null if not known. */
  recipientOf(model: unknown): IAnsweringModel | null;
  onRecipient(recipient: IAnsweringModel): void;
}

/**
 * Remembers which model a request goes to: its provider decides what is kept of
 * the answer, and its prices give the cost. Comes inside the fallback.
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
