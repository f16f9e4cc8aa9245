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
    ([name, value]) => !PARTS.has(name) || isUnreadable(name, value)
  );
  return {
    ...(Object.fromEntries(others) as PartialJSONObject),
    ...settingsFromChoice(choice)
  };
}

/** The keys that make up a choice. */
const PARTS: ReadonlySet<string> = new Set([
  'provider',
  'model',
  'baseUrl',
  'temperature',
  'contextWindow',
  'images',
  'options',
  'inputPrice',
  'outputPrice'
]);

/** Whether an optional part of a choice should be a number but is not. */
function isUnreadable(name: string, value: unknown): boolean {
  return (
    ['temperature', 'contextWindow', 'inputPrice', 'outputPrice'].includes(
      name
    ) && typeof value !== 'number'
  );
}
