import { SystemMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';
import { createMiddleware } from 'langchain';

import { prepareHistory } from '../context/prepare-history';
import { noteDebug } from '../run-context/note-debug';
import type { IInstructions } from '../context/instructions';
import { withImages } from '../context/attach-images';
import { promptOf } from '../model/system-prompt';
import type { Run } from '../run/run';

/** What shapes requests beside the run itself. */
export interface IRequestOptions {
  /** From files; found once, at the beginning of the run. */
  instructions: IInstructions;
}

/**
 * What is sent, as against what is stored: see `asSent`, and the images of the
 * last steps for a model that sees. It sets the system prompt as well, so that a
 * changed setting counts at the next request; `createAgent` needs none.
 */
export function requestMiddleware(run: Run, options: IRequestOptions) {
  const schemasOnly = (): boolean => run.options.settings().privacy.schemasOnly;
  return createMiddleware({
    name: 'outgoing',
    wrapModelCall: async (request, handler) => {
      const shaped = prepareHistory(run, request.messages);
      const to = run.recipient;
      const messages =
        to.seesImages && !schemasOnly()
          ? await withImages(
              shaped.messages,
              id => run.options.imageStore.get(run.options.at.threadId, id),
              to.provider.images
            )
          : shaped.messages;
      tellChanges(run, shaped, messages);
      return handler({
        ...request,
        systemMessage: new SystemMessage(
          promptOf(run, options.instructions.text, to)
        ),
        messages
      });
    }
  });
}

function tellChanges(
  run: Run,
  { messages, made, withheld, cleared }: ReturnType<typeof prepareHistory>,
  sent: BaseMessage[]
): void {
  if (made + withheld + cleared === 0 && sent === messages) {
    return;
  }
  noteDebug(run, () => {
    const before = new Set(messages);
    const images = sent.filter(message => !before.has(message)).length;
    return {
      kind: 'middleware',
      title: run.options.trans.__('Changed what is sent'),
      body: { made, withheld, cleared, images }
    };
  });
}
