import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';

import { isWithin, jsonWeight } from '../schema/json-weight';
import { isObject } from '../schema/map-schemas';

/** Maximum number of pages and of entries in one list. */
const MOST_PAGES = 500;
const MOST_ENTRIES = 5000;
/**
 * Limits per entry, beyond which the entry is left out; and for all entries
 * together, beyond which the rest is.
 */
const MOST_EACH = { characters: 400_000, values: 40_000, depth: 64 };
const MOST_CHARACTERS = 20_000_000;

/** A list, complete or as far as it was read. */
export interface IPages {
  entries: Record<string, unknown>[];
  /** Whether there was more than we read. */
  isCut: boolean;
}

/** Loose, so that one malformed entry does not make all others fail. */
const page = z.looseObject({ nextCursor: z.string().optional() });

/**
 * Reads a server's list to the end. Stops if the server repeats itself or goes
 * on without end.
 */
export async function listPages(
  client: Client,
  method: string,
  key: string,
  options: { signal?: AbortSignal; timeout?: number } = {}
): Promise<IPages> {
  const entries: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  let left = MOST_CHARACTERS;
  let isCut = false;
  let cursor: string | undefined;
  for (let at = 0; at < MOST_PAGES; at++) {
    const result = await client.request(
      { method, params: cursor === undefined ? {} : { cursor } },
      page,
      options
    );
    const found = result[key];
    for (const entry of Array.isArray(found) ? found.filter(isObject) : []) {
      const weight = jsonWeight(entry, MOST_EACH);
      left -= weight.characters + weight.values;
      if (isWithin(weight, MOST_EACH) && left > 0) {
        entries.push(entry);
      } else {
        isCut = true;
      }
    }
    cursor = result.nextCursor;
    if (cursor === undefined || cursor === '') {
      break;
    }
    if (seen.has(cursor) || entries.length > MOST_ENTRIES || left <= 0) {
      return { entries: entries.slice(0, MOST_ENTRIES), isCut: true };
    }
    seen.add(cursor);
  }
  return {
    entries: entries.slice(0, MOST_ENTRIES),
    isCut: isCut || entries.length > MOST_ENTRIES || Boolean(cursor)
  };
}
