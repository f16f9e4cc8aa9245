import type { PartialJSONObject } from '@lumino/coreutils';

import type { IModelChoice } from '../../contract';
import { isRecord } from '../../contract/util/is-record';

/**
 * The choice in the form of `schema/plugin.json`: values that are not set are
 * absent.
 */
export function settingsFromChoice(choice: IModelChoice): PartialJSONObject {
  const { provider, model, baseUrl, temperature, contextWindow, images } =
    choice;
  const { options, prices } = choice;
  return {
    provider,
    model,
    baseUrl,
    ...(temperature !== null && { temperature }),
    ...(contextWindow !== null && { contextWindow }),
    images: images === null ? 'auto' : images ? 'yes' : 'no',
    options: { ...options },
    ...(prices && { inputPrice: prices.input, outputPrice: prices.output })
  };
}

/**
 * Writes the choice over the one in the file. What is there and is not part of
 * a choice stays, and so does a value that cannot be read unless it is set
 * anew.
 *
 * @param raw what the file has under `model`.
 */
export function choiceInSettings(
  raw: unknown,
  choice: IModelChoice
): PartialJSONObject {
  const others = Object.entries(isRecord(raw) ? raw : {}).filter(
    ([name, value]) =>
      !PARTS.includes(name) ||
      (NUMBERS.includes(name) && typeof value !== 'number')
  );
  return {
    ...(Object.fromEntries(others) as PartialJSONObject),
    ...settingsFromChoice(choice)
  };
}

/** Those of a choice that are numbers. */
const NUMBERS = ['temperature', 'contextWindow', 'inputPrice', 'outputPrice'];

/** The keys that make up a choice. */
const PARTS = ['provider', 'model', 'baseUrl', 'images', 'options', ...NUMBERS];
