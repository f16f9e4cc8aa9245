import { SystemMessage, type BaseMessage } from '@langchain/core/messages';
import { createMiddleware } from 'langchain';

import type { ITranslator } from '../../contract';
import type { IPreparedHistory } from '../context/clear-old-results';
import {
  bringsImage,
  withImages,
  withoutImages,
  type FindImage
} from '../context/attach-images';
import { rememberRefusals } from '../../contract/util/model-refusals';
import { modelFault } from '../../models';
import {
  seesImages,
  triesImages,
  type IAnsweringModel
} from '../run-context/answering-model';
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
  /** Called if there is an image that is not sent to a model. */
  onUnseen(to: IAnsweringModel): void;
  trans: ITranslator;
  note: Note;
}

/**
 * Prepares what is sent from what is stored: see `prepareHistory`; for a model
 * that sees images, those of the last steps are added. If it is not known
 * whether it does and the request is refused, it is repeated without them, and
 * the refusal is remembered. It also sets the system prompt, so that a changed
 * setting counts at the next request; `createAgent` needs none.
 */
export function requestMiddleware(options: IRequestOptions) {
  const { prepare, prompt, recipient, schemasOnly, image } = options;
  return createMiddleware({
    name: 'outgoing',
    wrapModelCall: async (request, handler) => {
      const shaped = prepare(request.messages);
      const to = recipient();
      const send = (messages: BaseMessage[]) => {
        tellChanges(options, shaped, messages);
        return handler({
          ...request,
          systemMessage: new SystemMessage(prompt(to)),
          messages
        });
      };
      if (schemasOnly()) {
        return send(shaped.messages);
      }
      const blind = withoutImages(shaped.messages);
      if (!seesImages(to)) {
        if (bringsImage(shaped.messages)) {
          options.onUnseen(to);
        }
        return send(blind);
      }
      const messages = await withImages(
        shaped.messages,
        image,
        to.provider.images
      );
      try {
        return await send(messages);
      } catch (error) {
        if (
          messages === shaped.messages ||
          !triesImages(to) ||
          !mayRefuseImages(error)
        ) {
          throw error;
        }
        // If this fails as well, it was not for the images.
        const answer = await send(blind);
        rememberRefusals(to.choice, ['images']);
        options.onUnseen(to);
        return answer;
      }
    }
  });
}

/** Whether a request may have failed because of its images. */
export function mayRefuseImages(error: unknown): boolean {
  const { code, detail } = modelFault(error);
  return (
    ['refused', 'other', 'unknown-model'].includes(code) ||
    (code === 'server-error' && /image|vision|multi-?modal/i.test(detail))
  );
}

function tellChanges(
  { trans, note }: IRequestOptions,
  { messages, created, withheld, cleared }: IPreparedHistory,
  sent: BaseMessage[]
): void {
  if (created + withheld + cleared === 0 && sent === messages) {
    return;
  }
  note(() => {
    const before = new Set(messages);
    const images = sent.filter(message => !before.has(message)).length;
    return {
      kind: 'middleware',
      title: trans.__('Changed what is sent'),
      body: { made: created, withheld, cleared, images }
    };
  });
}
