import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { createMiddleware, modelFallbackMiddleware } from 'langchain';

import type { IModelChoice } from '../../contract';
import type { IModelProvider } from '../../models';
import { noteDebug } from '../debug';
import { explainModelError } from '../errors';
import type { Run, Writer } from '../run';

/** The model that answers when the first one fails. */
export interface ISecondModel {
  model: BaseChatModel;
  provider: IModelProvider;
  choice: IModelChoice;
}

/** Whom a request goes to. */
export interface IRecipient {
  provider: IModelProvider;
  choice: IModelChoice;
  seesImages: boolean;
}

/** Whom a request with this model goes to: the second model, or the run's own. */
export function recipientOf(
  run: Run,
  second: ISecondModel | null,
  model: unknown
): IRecipient {
  if (second && model === second.model) {
    const { provider, choice } = second;
    const seesImages = choice.images ?? provider.abilities(choice).images;
    return { provider, choice, seesImages };
  }
  const { provider, choice, seesImages } = run.options;
  return { provider, choice, seesImages };
}

/**
 * LangChain's fallback to a second model, once the first has used up its
 * retries; for the rest of the run, so that the first is not waited for at each
 * step. Stands outside of whatever shapes a request: the second model may want
 * its images elsewhere. A partial answer is discarded and the person hears which
 * model goes on.
 *
 * @param second null for none.
 */
export function fallbackMiddleware(run: Run, second: ISecondModel | null) {
  const name = 'fallback';
  if (!second) {
    return createMiddleware({ name });
  }
  const shipped = modelFallbackMiddleware(second.model).wrapModelCall;
  let fallen = false;
  return createMiddleware({
    name,
    wrapModelCall: (request, handler) => {
      if (fallen) {
        return handler({ ...request, model: second.model });
      }
      let first: unknown;
      return shipped!(request, async asked => {
        if (asked.model === second.model) {
          // LangChain falls back after a stop as well.
          if (run.signal.aborted) {
            throw first;
          }
          fallen = true;
          tellFallback(run, second, first, request.runtime.writer as Writer);
        }
        try {
          return await handler(asked);
        } catch (error) {
          first ??= error;
          throw error;
        }
      });
    }
  });
}

function tellFallback(
  run: Run,
  { provider, choice }: ISecondModel,
  cause: unknown,
  writer: Writer
): void {
  const { trans, provider: own, choice: chosen } = run.options;
  const error = explainModelError(cause, trans);
  run.emit(
    {
      type: 'model-retry',
      messageId: run.messageId,
      attempt: 1,
      wait: 0,
      error
    },
    writer
  );
  run.emit(
    {
      type: 'notice',
      code: 'other',
      text: trans.__(
        '%1 did not answer. %2 The second model, %3, goes on.',
        own.label(chosen, trans),
        error.title,
        provider.label(choice, trans)
      )
    },
    writer
  );
  noteDebug(run, () => ({
    kind: 'middleware',
    title: trans.__('Second model'),
    body: { error: error.code, to: provider.label(choice, trans) }
  }));
}
