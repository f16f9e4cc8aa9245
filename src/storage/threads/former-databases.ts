import { openDB } from 'idb';

import { databaseName } from '../database/thread-database';

/**
 * Whom a database with a name from an earlier version belongs to, judging by
 * that name.
 */
export type Former =
  /** This person, in this folder. */
  | 'same'
  /** This person, in this folder or another one with the same address. */
  | 'unsure'
  /** Somebody else, or another server, or it is not ours at all. */
  | 'other';

/**
 * Databases of conversations other than the current one.
 *
 * @param guesses owners to try if the browser cannot list databases.
 */
export async function formerDatabases(
  own: string,
  formerOf: (owner: readonly string[]) => Former,
  guesses: readonly (readonly string[])[]
): Promise<{ name: string; former: Exclude<Former, 'other'> }[]> {
  const found: { name: string; former: Exclude<Former, 'other'> }[] = [];
  for (const name of await databaseNames(guesses)) {
    const owner = name === own ? null : ownerOf(name);
    const former = owner ? formerOf(owner) : 'other';
    if (former !== 'other') {
      found.push({ name, former });
    }
  }
  return found;
}

async function databaseNames(
  guesses: readonly (readonly string[])[]
): Promise<string[]> {
  // Older browsers cannot list them.
  if (typeof indexedDB.databases === 'function') {
    return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  }
  const names: string[] = [];
  for (const guess of guesses.map(databaseName)) {
    if (await exists(guess)) {
      names.push(guess);
    }
  }
  return names;
}

/** Checks without creating it. */
async function exists(name: string): Promise<boolean> {
  let isNew = false;
  try {
    const db = await openDB(name, undefined, {
      upgrade: (_, from, _to, tx) => {
        isNew = from === 0;
        if (isNew) {
          // The error is handled below.
          tx.done.catch(() => undefined);
          tx.abort();
        }
      }
    });
    db.close();
  } catch (error) {
    if (!isNew) {
      throw error;
    }
  }
  return !isNew;
}

/** The owner in a database name of ours; null for any other name. */
function ownerOf(name: string): string[] | null {
  const prefix = databaseName([]).slice(0, -'[]'.length);
  if (!name.startsWith(prefix)) {
    return null;
  }
  try {
    const owner: unknown = JSON.parse(name.slice(prefix.length));
    return Array.isArray(owner) && owner.every(isText) ? owner : null;
  } catch {
    // It looks like one of our names, but we did not create it.
    return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
