import { z } from 'zod';

import { memoryEntry, type IMemoryEntry } from '../contract';

const FORMAT = 'cellwright-memories';

/**
 * Limits on an import: characters of the file, characters of one entry, and
 * number of entries.
 */
const MAX_CHARACTERS = 20_000_000;
const MAX_EACH = 20_000;
const MAX_ENTRIES = 5_000;

const file = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  entries: z.array(z.unknown())
});

/** Exports memories as the text of a file. */
export function exportedMemories(entries: readonly IMemoryEntry[]): string {
  return JSON.stringify({ format: FORMAT, version: 1, entries }, null, 2);
}

/**
 * The memories in an exported file. They are marked as coming from a file,
 * whatever the file says.
 *
 * @returns null if it is not one of our files; `unread` counts invalid entries.
 */
export function importedMemories(
  text: string
): { entries: IMemoryEntry[]; unread: number } | null {
  if (text.length > MAX_CHARACTERS) {
    return null;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // The caller sees from null that it is not one of our files.
    return null;
  }
  const whole = file.safeParse(parsed);
  if (!whole.success) {
    return null;
  }
  const given = whole.data.entries.slice(0, MAX_ENTRIES);
  const entries = given.flatMap((each): IMemoryEntry[] => {
    const { data } = memoryEntry.safeParse(each);
    return data && JSON.stringify(data).length <= MAX_EACH
      ? [{ ...data, origin: 'file', accepted: false, seen: [], versions: {} }]
      : [];
  });
  return { entries, unread: whole.data.entries.length - entries.length };
}
