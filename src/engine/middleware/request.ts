import { SystemMessage, type BaseMessage } from '@langchain/core/messages';
import { createMiddleware, tool } from 'langchain';
import type { ITool } from '../../contract';

import {
  prepareHistory,
  type IPreparedHistory
} from '../context/clear-old-results';
import {
  bringsImage,
  withImages,
  withoutImages
} from '../context/attach-images';
import { rememberRefusals } from '../../contract/util/model-refusals';
import { modelFault } from '../../models';
import {
  seesImages,
  triesImages,
  type IAnsweringModel
} from '../run-context/answering-model';
import type { IRunContext } from '../run-context/run-context';
import { openTodos } from '../model/open-todos';
import { promptOf } from '../model/system-prompt';
import { tellOnce } from '../context/tell-once';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import { parametersOf } from '../tool-set/parse-arguments';
import { isOurs } from '../tool-set/tool-offer';

/**
 * Sends each request with the tools offered now: the graph itself knows only our
 * own tools, which never change. New tools are added after those already sent.
 */
export function offerToolsMiddleware({ emit, note, options }: IRunContext) {
  const { offer, tools, trans } = options;
  return createMiddleware({
    name: 'offeredTools',
    wrapModelCall: async (request, handler) => {
      const plan = openTodos(request.state.messages).find(
        ({ status }) => status === 'in_progress'
      );
      const added = await offer.next(plan?.content);
      const trouble = offer.takeTrouble(trans);
      if (trouble !== null) {
        emit({ type: 'notice', code: 'other', text: trouble });
      }
      if (Object.keys(added).length > 0) {
        note(() => ({
          kind: 'middleware',
          title: trans.__('Offered more tools'),
          body: added
        }));
      }
      const others = [...tools.values()].filter(each => !isOurs(each));
      return handler({
        ...request,
        tools: [...(request.tools ?? []), ...others.map(langchainTool)]
      });
    }
  });
}

/** A tool as the model is told of it; the gate runs it, see `executeToolCall`. */
export function langchainTool(each: ITool) {
  return tool(() => '', {
    name: each.name,
    description: each.description,
    schema: parametersOf(each),
    returnDirect: each.name === FINAL_ANSWER
  });
}

/**
 * Prepares what is sent from what is stored: see `prepareHistory`; for a model
 * that sees images, those of the last steps are added. If it is not known
 * whether it does and the request is refused, it is repeated without them, and
 * the refusal is remembered. It also sets the system prompt, so that a changed
 * setting counts at the next request; `createAgent` needs none.
 *
 * @param instructions from files in the notebook's folders.
 */
export function requestMiddleware(run: IRunContext, instructions: string) {
  const { at, imageStore, settings } = run.options;
  return createMiddleware({
    name: 'outgoing',
    wrapModelCall: async (request, handler) => {
      const shaped = prepareHistory(run, request.messages);
      const to = run.recipient;
      const send = (messages: BaseMessage[]) => {
        tellChanges(run, shaped, messages);
        return handler({
          ...request,
          systemMessage: new SystemMessage(promptOf(run, instructions, to)),
          messages
        });
      };
      if (settings().privacy.schemasOnly) {
        return send(shaped.messages);
      }
      const blind = withoutImages(shaped.messages);
      if (!seesImages(to)) {
        if (bringsImage(shaped.messages)) {
          tellUnseen(run, to);
        }
        return send(blind);
      }
      const messages = await withImages(
        shaped.messages,
        id => imageStore.get(at.threadId, id),
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
        tellUnseen(run, to);
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
  { note, options: { trans } }: IRunContext,
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

/** Says that a model gets no pictures, unless the person has chosen that. */
function tellUnseen(
  { options }: IRunContext,
  { provider, choice }: IAnsweringModel
): void {
  const { trans } = options;
  // The demo is no model.
  if (choice.images !== null || provider.id === 'demo') {
    return;
  }
  tellOnce(
    options,
    [provider.label(choice, trans)],
    label =>
      trans.__(
        'Plots are not sent to %1, which does not take pictures. If it does, choose “Yes” for “Can see images” in the settings of the model.',
        label
      ),
    'plots-unseen'
  );
}
