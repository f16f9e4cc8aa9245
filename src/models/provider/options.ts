import type { IModelChoice } from '../../contract';
import { resolveBaseUrl } from './resolve-base-url';

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
