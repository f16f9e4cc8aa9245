import type { PartialJSONObject } from '@lumino/coreutils';

import type { IModelChoice, ITranslator } from '../../contract';
import { isRecord, type SettingsReader } from './settings-reader';

/** The choice as `schema/plugin.json` has it: what is not set is absent. */
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
 * The choice in the place of the one the file has: what stands there that is no
 * part of a choice, or cannot be read and is not chosen anew, stays.
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

/** What a choice is written as. */
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

/** Of what a choice may leave out: a number that is none. */
function isUnreadable(name: string, value: unknown): boolean {
  return (
    ['temperature', 'contextWindow', 'inputPrice', 'outputPrice'].includes(
      name
    ) && typeof value !== 'number'
  );
}

/**
 * Whatever the settings hold, a choice that can be used.
 * @param at `model`, or `fallback` for the second model.
 */
export function readChoice(
  read: SettingsReader,
  at: 'model' | 'fallback',
  trans: ITranslator
): IModelChoice {
  const images = read.choice(`${at}.images`, 'auto', ['auto', 'yes', 'no']);
  const input = read.number(`${at}.inputPrice`, 0, MOST_PRICE);
  const output = read.number(`${at}.outputPrice`, 0, MOST_PRICE);
  return {
    provider:
      read.text(`${at}.provider`).trim() || (at === 'model' ? 'demo' : ''),
    model: read.text(`${at}.model`).trim(),
    baseUrl: read.text(`${at}.baseUrl`).trim(),
    temperature: read.number(`${at}.temperature`, 0, 2),
    contextWindow: read.number(`${at}.contextWindow`, 1_000, MOST_TOKENS),
    images: images === 'auto' ? null : images === 'yes',
    options: read.entries(
      `${at}.options`,
      isOption,
      trans.__('texts, numbers, and yes or no')
    ),
    prices: input === null || output === null ? null : { input, output }
  };
}

/** More than any model reads at once; a number beyond it is a slip of the hand. */
const MOST_TOKENS = 100_000_000;

/** Per million tokens, in any currency. */
const MOST_PRICE = 1_000_000;

function isOption(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
