import { ProtocolError } from '@modelcontextprotocol/client';

import type { IAskedRound } from '../../contract';
import { isObject } from '../schema/map-schemas';

/** The 2025 protocol's error of a call that wants a page opened before it is made. */
const URL_REQUIRED = -32042;

/** Pages that one call may want opened at once. */
const MOST = 5;

/**
 * What a server wants done in a page before it takes a call, which it turned
 * away: the call is sent again as it was. Null for any other error.
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
