import { createMiddleware } from 'langchain';

import { PlaceholderModel } from '../model/model-selector';
import type { ModelSelector } from '../model/model-selector';
import { noteDebug } from '../run-context/note-debug';
import type { Run, Writer } from '../run/run';

/**
 * Puts the model in its place that is chosen as the step begins, before
 * anything looks at whom it asks. The person hears when another one goes on.
 */
export function selectModelMiddleware(run: Run, models: ModelSelector) {
  let last: string | null = null;
  return createMiddleware({
    name: 'chosenModel',
    wrapModelCall: async (request, handler) => {
      const { model, provider, choice, seesImages } = await models.take();
      run.recipient = { provider, choice, seesImages };
      const now = [choice.provider, choice.model, choice.baseUrl].join(' ');
      const isOther = last !== null && last !== now;
      last = now;
      if (isOther) {
        const { trans } = run.options;
        const label = provider.label(choice, trans);
        run.emit(
          {
            type: 'notice',
            code: 'other',
            text: trans.__('From here on %1 answers.', label)
          },
          request.runtime.writer as Writer
        );
        noteDebug(run, () => ({
          kind: 'middleware',
          title: trans.__('Another model'),
          body: { to: label }
        }));
      }
      return handler(
        request.model instanceof PlaceholderModel
          ? { ...request, model }
          : request
      );
    }
  });
}
