import { openDB } from 'idb';

import { databaseName } from '../database/thread-database';

/** Whose a database of an earlier name is, as far as its name tells. */
export type Former =
  /** This person's, of this folder. */
  | 'same'
  /** This person's, of this folder or of another one of the same address. */
  | 'unsure'
  /** Somebody else's, of another server, or nothing of ours. */
  | 'other';

/**
 * Databases of conversations under other names than their own one.
 *
 * @param guesses owners to try where the browser has no list of databases.
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
  // Older browsers have none.
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

/** Looks without making it. */
async function exists(name: string): Promise<boolean> {
  let isNew = false;
  try {
    const db = await openDB(name, undefined, {
      upgrade: (_, from, _to, tx) => {
        isNew = from === 0;
        if (isNew) {
          // Heard of below.
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

/** What stands in a name of ours; null in any other. */
function ownerOf(name: string): string[] | null {
  const prefix = databaseName([]).slice(0, -'[]'.length);
  if (!name.startsWith(prefix)) {
    return null;
  }
  try {
    const owner: unknown = JSON.parse(name.slice(prefix.length));
    return Array.isArray(owner) && owner.every(isText) ? owner : null;
  } catch {
    // A name like ours that we did not give.
    return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
