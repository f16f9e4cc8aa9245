import { SystemMessage, type BaseMessage } from '@langchain/core/messages';
import { createMiddleware } from 'langchain';

import type { ITranslator } from '../../contract';
import type { IPreparedHistory } from '../context/prepare-history';
import { withImages, type FindImage } from '../context/attach-images';
import type { IAnsweringModel } from '../run-context/answering-model';
import type { Note } from '../run-context/run-context';

export interface IRequestOptions {
  /** Makes the history that is sent from the stored messages. */
  prepare(messages: BaseMessage[]): IPreparedHistory;
  /** The system prompt, made from the current settings. */
  prompt(to: IAnsweringModel): string;
  /** Who receives the request. */
  recipient(): IAnsweringModel;
  schemasOnly(): boolean;
  image: FindImage;
  /** Whether a tool may be called at this step. */
  isAllowed(tool: string): boolean;
  trans: ITranslator;
  note: Note;
}

/**
 * Prepares what is sent from what is stored: see `prepareHistory`; for a model
 * that sees images, those of the last steps are added. It also sets the system
 * prompt, so that a changed setting counts at the next request; `createAgent`
 * needs none.
 */
export function requestMiddleware(options: IRequestOptions) {
  const { prepare, prompt, recipient, schemasOnly, image } = options;
  return createMiddleware({
    name: 'outgoing',
    wrapModelCall: async (request, handler) => {
      const shaped = prepare(request.messages);
      const to = recipient();
      const tools = request.tools.filter(({ name }) =>
        options.isAllowed(String(name))
      );
      const messages =
        to.seesImages && !schemasOnly()
          ? await withImages(shaped.messages, image, to.provider.images)
          : shaped.messages;
      tellChanges(options, shaped, messages);
      return handler({
        ...request,
        ...(tools.length < request.tools.length && { tools }),
        systemMessage: new SystemMessage(prompt(to)),
        messages
      });
    }
  });
}

function tellChanges(
  { trans, note }: IRequestOptions,
  { messages, made, withheld, cleared }: IPreparedHistory,
  sent: BaseMessage[]
): void {
  if (made + withheld + cleared === 0 && sent === messages) {
    return;
  }
  note(() => {
    const before = new Set(messages);
    const images = sent.filter(message => !before.has(message)).length;
    return {
      kind: 'middleware',
      title: trans.__('Changed what is sent'),
      body: { made, withheld, cleared, images }
    };
  });
}
