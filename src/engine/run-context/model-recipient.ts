import type { IModelChoice } from '../../contract';
import type { IModelProvider } from '../../models';

/** Who receives a request. */
export interface IModelRecipient {
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
): IModelRecipient {
  const seesImages = choice.images ?? provider.abilities(choice).images;
  return { provider, choice, seesImages };
}
