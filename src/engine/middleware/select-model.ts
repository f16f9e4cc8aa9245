import { createMiddleware } from 'langchain';

import type { ITranslator } from '../../contract';
import { PlaceholderModel, type IReadyModel } from '../model/model-selector';
import type { IAnsweringModel } from '../run-context/answering-model';
import type { Emit, Note, Writer } from '../run-context/run-context';

export interface ISelectModelOptions {
  /** The model that is chosen now. */
  take(): Promise<IReadyModel>;
  onRecipient(recipient: IAnsweringModel): void;
  trans: ITranslator;
  emit: Emit;
  note: Note;
}

/**
 * Sets the model that is chosen when the step begins, before anything looks at
 * the recipient. The person is told when another model continues.
 */
export function selectModelMiddleware(options: ISelectModelOptions) {
  const { take, onRecipient, trans, emit, note } = options;
  let last: string | null = null;
  return createMiddleware({
    name: 'chosenModel',
    wrapModelCall: async (request, handler) => {
      const { model, provider, choice } = await take();
      onRecipient({ provider, choice });
      const now = [choice.provider, choice.model, choice.baseUrl].join(' ');
      const isOther = last !== null && last !== now;
      last = now;
      if (isOther) {
        const label = provider.label(choice, trans);
        emit(
          {
            type: 'notice',
            code: 'other',
            text: trans.__('From here on, %1 answers.', label)
          },
          request.runtime.writer as Writer
        );
        note(() => ({
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
