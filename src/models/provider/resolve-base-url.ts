import {
  type IModelPage,
  ModelFault,
  readModelAddress,
  thisPage
} from '../../contract';

/**
 * The base URL of a model API, ready for `/chat/completions` to be appended,
 * and whom a request to it reaches.
 *
 * @throws ModelFault `address`, with the name of the problem as its detail.
 */
export function resolveBaseUrl(
  text: string,
  page: IModelPage = thisPage()
): { base: string; url: URL; host: string } {
  const read = readModelAddress(text, page);
  if ('problem' in read) {
    throw new ModelFault('address', read.problem);
  }
  const base = read.url.href.replace(/(?<!\/)\/+$/, '');
  return { base, url: read.url, host: read.recipient };
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
