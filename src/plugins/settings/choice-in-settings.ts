import type { PartialJSONObject } from '@lumino/coreutils';

import type { IModelChoice, ITranslator } from '../../contract';
import { isRecord, type SettingsReader } from './settings-reader';

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

/**
 * A choice that can be used, whatever the settings contain.
 * @param at `model`, or `fallback` for the second model.
 */
export function readChoice(
  read: SettingsReader,
  at: 'model' | 'fallback',
  trans: ITranslator
): IModelChoice {
  const images = read.choice(`${at}.images`, 'auto', ['auto', 'yes', 'no']);
  const input = read.number(`${at}.inputPrice`, 0, MAX_PRICE);
  const output = read.number(`${at}.outputPrice`, 0, MAX_PRICE);
  return {
    provider:
      read.text(`${at}.provider`).trim() || (at === 'model' ? 'demo' : ''),
    model: read.text(`${at}.model`).trim(),
    baseUrl: read.text(`${at}.baseUrl`).trim(),
    temperature: read.number(`${at}.temperature`, 0, 2),
    contextWindow: read.number(`${at}.contextWindow`, 1_000, MAX_TOKENS),
    images: images === 'auto' ? null : images === 'yes',
    options: read.entries(
      `${at}.options`,
      isOption,
      trans.__('text, numbers, and yes or no')
    ),
    prices: input === null || output === null ? null : { input, output }
  };
}

/** More than any model can read at once; a larger number is a typing error. */
const MAX_TOKENS = 100_000_000;

/** Per million tokens, in any currency. */
const MAX_PRICE = 1_000_000;

function isOption(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
