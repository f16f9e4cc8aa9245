import type { PartialJSONObject } from '@lumino/coreutils';

import type { IModelChoice } from '../contract';

/** The choice as `schema/plugin.json` has it: what is not set is absent. */
export function settingsFromChoice(choice: IModelChoice): PartialJSONObject {
  const { provider, model, baseUrl, temperature, contextWindow, images } =
    choice;
  return {
    provider,
    model,
    baseUrl,
    ...(temperature !== null && { temperature }),
    ...(contextWindow !== null && { contextWindow }),
    images: images === null ? 'auto' : images ? 'yes' : 'no'
  };
}

/** Whatever the settings hold, a choice that can be used. */
export function choiceFromSettings(value: unknown): IModelChoice {
  const settings = (value ?? {}) as Record<string, unknown>;
  const provider = text(settings.provider);
  return {
    provider: provider || 'demo',
    model: text(settings.model),
    baseUrl: text(settings.baseUrl),
    temperature: number(settings.temperature),
    contextWindow: number(settings.contextWindow),
    images:
      settings.images === 'yes' ? true : settings.images === 'no' ? false : null
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
