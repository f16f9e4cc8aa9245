import type { IModelChoice } from '../../contract';
import type { IModelProvider } from '../../models';

/** Whom a request goes to. */
export interface IModelRecipient {
  provider: IModelProvider;
  choice: IModelChoice;
  seesImages: boolean;
}

/** What the person says a model sees counts before what is known of it. */
export function recipientOf(
  provider: IModelProvider,
  choice: IModelChoice
): IModelRecipient {
  const seesImages = choice.images ?? provider.abilities(choice).images;
  return { provider, choice, seesImages };
}
