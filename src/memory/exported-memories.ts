import { z } from 'zod';

import { memoryEntry, type IMemoryEntry } from '../contract';

const FORMAT = 'cellwright-memories';

/** Characters of a file, and of one entry in it; entries that are read. */
const MOST_CHARACTERS = 20_000_000;
const MOST_EACH = 20_000;
const MOST_ENTRIES = 5_000;

const file = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  entries: z.array(z.unknown())
});

/** A file of what was learned. */
export function exportedMemories(entries: readonly IMemoryEntry[]): string {
  return JSON.stringify({ format: FORMAT, version: 1, entries }, null, 2);
}

/**
 * What stands in such a file: words from a file, whatever it says of itself.
 *
 * @returns null where it is none of ours; `unread` counts what does not fit.
 */
export function importedMemories(
  text: string
): { entries: IMemoryEntry[]; unread: number } | null {
  if (text.length > MOST_CHARACTERS) {
    return null;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Told by null: it is no file of ours.
    return null;
  }
  const whole = file.safeParse(parsed);
  if (!whole.success) {
    return null;
  }
  const given = whole.data.entries.slice(0, MOST_ENTRIES);
  const entries = given.flatMap((each): IMemoryEntry[] => {
    const { data } = memoryEntry.safeParse(each);
    return data && JSON.stringify(data).length <= MOST_EACH
      ? [{ ...data, origin: 'file', accepted: false, seen: [], versions: {} }]
      : [];
  });
  return { entries, unread: whole.data.entries.length - entries.length };
}
