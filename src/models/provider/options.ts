import { type IModelChoice, ModelFault } from '../../contract';
import { resolveBaseUrl } from './resolve-base-url';
import type { IRequestFacts } from '../errors/model-fault';

/**
 * The person's value for one of a provider's own options, as text; else the
 * default.
 */
export function textOption(
  choice: IModelChoice,
  name: string,
  otherwise = ''
): string {
  const value = choice.options[name];
  return typeof value === 'string' ? value.trim() : otherwise;
}

/** The same as a number that is above 0; else the default. */
export function numberOption(
  choice: IModelChoice,
  name: string,
  otherwise: number
): number {
  const value = Number(choice.options[name]);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}

/** The same for a switch. */
export function switchOption(choice: IModelChoice, name: string): boolean {
  return choice.options[name] === true;
}

/** The recipient at an address; empty if the address is invalid. */
export function hostOf(address: string): string {
  try {
    return resolveBaseUrl(address).host;
  } catch {
    // Not a valid address yet; creating a model will report what is wrong.
    return '';
  }
}

/**
 * The address to call, the model's name, and the facts that faults may mention.
 *
 * @param otherwise the provider's own address, used if none is given.
 * @throws ModelFault for an invalid address or model.
 */
export function target(
  choice: IModelChoice,
  key: string | undefined,
  otherwise = ''
): { base: URL; model: string; facts: IRequestFacts } {
  const { base, host } = resolveBaseUrl(choice.baseUrl.trim() || otherwise);
  const model = choice.model.trim();
  if (model === '') {
    throw new ModelFault('unknown-model', 'No model is chosen.', { host });
  }
  const facts = {
    provider: choice.provider,
    host,
    model,
    key: key?.trim() || undefined,
    ownTemperature: choice.temperature === null
  };
  return { base, model, facts };
}

/** The base URL without an ending that the provider's own path already starts with. */
export function withoutEnding(base: URL, ending: RegExp): URL {
  const bare = new URL(base);
  bare.pathname = bare.pathname.replace(/(?<!\/)\/+$/, '').replace(ending, '');
  return bare;
}
