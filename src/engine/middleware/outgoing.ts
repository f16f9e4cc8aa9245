import { SystemMessage } from '@langchain/core/messages';
import { createMiddleware } from 'langchain';

import { asSent } from '../as-sent';
import { noteDebug } from '../debug';
import type { IInstructions } from '../instructions';
import { withImages } from '../outgoing';
import { promptOf } from '../prompt';
import type { Run } from '../run';
import { recipientOf } from './fallback';
import type { ISecondModel } from './fallback';

/** What shapes requests beside the run itself. */
export interface IOutgoingOptions {
  /** From files; found once, at the beginning of the run. */
  instructions: IInstructions;
  /** The model that answers when the first fails; it may take images elsewhere. */
  second: ISecondModel | null;
}

/**
 * What is sent, as against what is stored: see `asSent`, and the images of the
 * last steps for a model that sees. It sets the system prompt as well, so that a
 * changed setting counts at the next request; `createAgent` needs none.
 */
export function outgoingMiddleware(run: Run, options: IOutgoingOptions) {
  const schemasOnly = (): boolean => run.options.settings().privacy.schemasOnly;
  return createMiddleware({
    name: 'outgoing',
    wrapModelCall: async (request, handler) => {
      const { messages, made, cleared } = asSent(run, request.messages);
      if (cleared > 0 || made > 0) {
        noteDebug(run, () => ({
          kind: 'middleware',
          title: run.options.trans.__('Shortened what is sent'),
          body: { cleared, made }
        }));
      }
      const to = recipientOf(run, options.second, request.model);
      return handler({
        ...request,
        systemMessage: new SystemMessage(
          promptOf(run, options.instructions.text, to)
        ),
        messages:
          to.seesImages && !schemasOnly()
            ? await withImages(
                messages,
                id => run.options.imageStore.get(run.options.at.threadId, id),
                to.provider.images
              )
            : messages
      });
    }
  });
}
