import { ProtocolError } from '@modelcontextprotocol/client';

import type { IAskedRound } from '../../contract';
import { isObject } from '../schema/map-schemas';

/** Error code in the 2025 protocol for a call that first needs a page to be opened. */
const URL_REQUIRED = -32042;

/** Maximum number of pages a call may want opened at once. */
const MOST = 5;

/**
 * Pages that a server wants visited before it accepts a call. It turned the
 * call away, which is then sent again unchanged. Null for any other error.
 */
export function askedPages(error: unknown): IAskedRound | null {
  if (!(error instanceof ProtocolError) || error.code !== URL_REQUIRED) {
    return null;
  }
  const { elicitations } = isObject(error.data) ? error.data : {};
  const pages = (Array.isArray(elicitations) ? elicitations : [])
    .filter(isObject)
    .slice(0, MOST);
  return pages.length === 0
    ? null
    : {
        round: 0,
        again: true,
        requests: Object.fromEntries(
          pages.map(({ message, url }, at) => [
            `page-${at}`,
            {
              method: 'elicitation/create',
              params: { mode: 'url', message, url }
            }
          ])
        )
      };
}
