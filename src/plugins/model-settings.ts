import type { PartialJSONObject } from '@lumino/coreutils';

import type { IModelChoice, ITranslator } from '../contract';
import type { SettingsReader } from './settings-reader';

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
