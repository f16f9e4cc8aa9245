import { createMiddleware, modelFallbackMiddleware } from 'langchain';

import type { ITranslator } from '../../contract';
import type { IReadyModel } from '../model/model-selector';
import { explainModelError } from '../errors/explain-run-error';
import type { IAnsweringModel } from '../run-context/answering-model';
import type { Emit, Note, Writer } from '../run-context/run-context';

export interface IFallbackOptions {
  /** The model that answers if the first one fails; null for none. */
  second(): IReadyModel | null;
  /** The model that will answer. */
  recipient(): IAnsweringModel;
  /** The id of the answer in progress. */
  messageId(): string;
  signal: AbortSignal;
  trans: ITranslator;
  emit: Emit;
  note: Note;
}

/**
 * LangChain's fallback to a second model, once the first has used up its
 * retries. It lasts for the rest of the run, so that each step does not wait
 * for the first model again. Comes outside of everything that shapes a request,
 * since the second model may want its images elsewhere. A partial answer is
 * discarded, and the person is told which model continues.
 */
export function fallbackMiddleware(options: IFallbackOptions) {
  /**
   * The first model that failed; if another one is chosen, that one is tried.
   */
  let failed: unknown = null;
  return createMiddleware({
    name: 'fallback',
    wrapModelCall: (request, handler) => {
      const second = options.second();
      if (!second) {
        return handler(request);
      }
      if (failed === request.model) {
        return handler({ ...request, model: second.model });
      }
      const shipped = modelFallbackMiddleware(second.model).wrapModelCall;
      let first: unknown;
      return shipped!(request, async asked => {
        if (asked.model === second.model) {
          // LangChain falls back even after a stop.
          if (options.signal.aborted) {
            throw first;
          }
          failed = request.model;
          tellFallback(
            options,
            second,
            first,
            request.runtime.writer as Writer
          );
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
  { recipient, messageId, trans, emit, note }: IFallbackOptions,
  { provider, choice }: IReadyModel,
  cause: unknown,
  writer: Writer
): void {
  const { provider: own, choice: chosen } = recipient();
  const error = explainModelError(cause, trans);
  emit(
    {
      type: 'model-retry',
      messageId: messageId(),
      attempt: 1,
      wait: 0,
      error
    },
    writer
  );
  emit(
    {
      type: 'notice',
      code: 'other',
      text: trans.__(
        '%1 did not answer. %2 The second model, %3, takes over.',
        own.label(chosen, trans),
        error.title,
        provider.label(choice, trans)
      )
    },
    writer
  );
  note(() => ({
    kind: 'middleware',
    title: trans.__('Second model'),
    body: { error: error.code, to: provider.label(choice, trans) }
  }));
}
