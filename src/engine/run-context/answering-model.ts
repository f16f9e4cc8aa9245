import type { IModelChoice } from '../../contract';
import type { IModelProvider } from '../../models';

/** The model that answers a request, with its provider. */
export interface IAnsweringModel {
  provider: IModelProvider;
  choice: IModelChoice;
  seesImages: boolean;
}

/**
 * What the person set about images takes precedence over what is known of the
 * model.
 */
export function recipientOf(
  provider: IModelProvider,
  choice: IModelChoice
): IAnsweringModel {
  const seesImages = choice.images ?? provider.abilities(choice).images;
  return { provider, choice, seesImages };
}
