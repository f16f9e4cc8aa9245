import type { IModelChoice } from '../../contract';
import type { IModelProvider } from '../../models';
import { refusalsOf } from '../../contract/models/model-refusals';

/** The model that answers a request, with its provider. */
export interface IAnsweringModel {
  provider: IModelProvider;
  choice: IModelChoice;
}

/**
 * Whether images are sent to a model: what the person set, else what is known
 * of it by its name, else whether it has refused one.
 */
export function seesImages({ provider, choice }: IAnsweringModel): boolean {
  return (
    choice.images ??
    provider.abilities(choice).images ??
    !refusalsOf(choice).includes('images')
  );
}

/** Whether images are sent to find out whether they are accepted. */
export function triesImages(to: IAnsweringModel): boolean {
  const { provider, choice } = to;
  return (
    choice.images === null &&
    provider.abilities(choice).images === null &&
    seesImages(to)
  );
}

/** Tokens that a model can read at once; null if not known. */
export function contextWindowOf({
  provider,
  choice
}: Pick<IAnsweringModel, 'provider' | 'choice'>): number | null {
  return choice.contextWindow ?? provider.abilities(choice).contextWindow;
}
