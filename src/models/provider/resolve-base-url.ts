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
): { base: URL; host: string } {
  const read = readModelAddress(text, page);
  if ('problem' in read) {
    throw new ModelFault('address', read.problem);
  }
  return { base: read.url, host: read.recipient };
}

/** The address of a resource below the base URL. */
export function resourceUrl(base: URL, path: string): string {
  return base.href.replace(/(?<!\/)\/+$/, '') + path;
}
