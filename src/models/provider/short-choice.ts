import type { IModelChoice, IModelOption, ITranslator } from '../../contract';
import { textOption } from './options';

const NAME = 'shortModel';

/** A cheaper model on the same server, for requests with short answers. */
export function shortModelOption(trans: ITranslator): IModelOption {
  return {
    name: NAME,
    title: trans.__('Model for short requests'),
    description: trans.__(
      'A cheaper model of the same server. Plan mode asks it how clear a task is, for arguments, and whether a step worked. Leave this empty to use one model for everything.'
    ),
    kind: 'text',
    default: ''
  };
}

/** The choice for short requests; null if the chosen model answers them. */
export function shortChoice(choice: IModelChoice): IModelChoice | null {
  const model = textOption(choice, NAME);
  return model === '' || model === choice.model.trim()
    ? null
    : // The person's settings for one model do not apply to the other. Its price is
      // unknown; using the first model's price overestimates it at most.
      { ...choice, model, contextWindow: null, images: null };
}
