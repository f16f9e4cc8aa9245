import type { IModelService } from '../../contract';

import type { IModelForm } from '../state/model-form';

/**
 * The form of the model's settings when it opens; everything else is loaded
 * then.
 */
export function openedModelForm(
  models: Pick<IModelService, 'choice' | 'remembers'>
): IModelForm {
  const { choice } = models;
  return {
    choice,
    typed: {},
    remember: models.remembers(choice),
    models: null,
    fetching: false,
    test: null,
    error: null
  };
}
