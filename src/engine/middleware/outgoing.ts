import { createMiddleware } from 'langchain';

import { answerDangling } from '../dangling';
import { withImages } from '../outgoing';
import type { Run } from '../run';

/**
 * What is sent, as against what is stored: each call answered whatever came
 * before, and the images of the last steps for a model that sees.
 */
export function outgoingMiddleware(run: Run, seesImages: boolean) {
  return createMiddleware({
    name: 'outgoing',
    wrapModelCall: async (request, handler) => {
      const { messages } = answerDangling(
        request.messages,
        () => 'There is no record of what this call did.'
      );
      return handler({
        ...request,
        messages: seesImages
          ? await withImages(messages, run.options.imageStore)
          : messages
      });
    }
  });
}
