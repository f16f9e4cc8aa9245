import { createMiddleware, modelFallbackMiddleware } from 'langchain';

import type { ModelSelector, IReadyModel } from '../model/model-selector';
import { noteDebug } from '../run-context/note-debug';
import { explainModelError } from '../errors/errors';
import type { Run, Writer } from '../run/run';

/**
 * LangChain's fallback to a second model, once the first has used up its
 * retries; for the rest of the run, so that the first is not waited for at each
 * step. Stands outside of whatever shapes a request: the second model may want
 * its images elsewhere. A partial answer is discarded and the person hears which
 * model goes on.
 */
export function fallbackMiddleware(
  run: Run,
  models: Pick<ModelSelector, 'second'>
) {
  /** The first model that has failed: another choice is asked again. */
  let failed: unknown = null;
  return createMiddleware({
    name: 'fallback',
    wrapModelCall: (request, handler) => {
      const { second } = models;
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
          // LangChain falls back after a stop as well.
          if (run.signal.aborted) {
            throw first;
          }
          failed = request.model;
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
  { provider, choice }: IReadyModel,
  cause: unknown,
  writer: Writer
): void {
  const { trans } = run.options;
  const { provider: own, choice: chosen } = run.recipient;
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
