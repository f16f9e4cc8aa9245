import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';

/** Pages and entries of one list, at most. */
const MOST_PAGES = 500;
const MOST_ENTRIES = 5000;

/** A list, whole or as far as it was read. */
export interface IPages {
  entries: Record<string, unknown>[];
  /** Whether there was more than is ever read. */
  isCut: boolean;
}

/** Loose: one entry that is badly made must not cost all others. */
const page = z.looseObject({ nextCursor: z.string().optional() });

/**
 * A list of a server, walked to its end. A server that goes in a circle, or on
 * and on, is left where it does.
 */
export async function listPages(
  client: Client,
  method: string,
  key: string,
  options: { signal?: AbortSignal; timeout?: number } = {}
): Promise<IPages> {
  const entries: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let at = 0; at < MOST_PAGES; at++) {
    const result = await client.request(
      { method, params: cursor === undefined ? {} : { cursor } },
      page,
      options
    );
    const found = result[key];
    entries.push(...(Array.isArray(found) ? found.filter(isRecord) : []));
    cursor = result.nextCursor;
    if (cursor === undefined || cursor === '') {
      break;
    }
    if (seen.has(cursor) || entries.length > MOST_ENTRIES) {
      return { entries: entries.slice(0, MOST_ENTRIES), isCut: true };
    }
    seen.add(cursor);
  }
  return {
    entries: entries.slice(0, MOST_ENTRIES),
    isCut: entries.length > MOST_ENTRIES || Boolean(cursor)
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
