import type { ThreadDatabase } from '../database/thread-database';
import { filedAnswersKey, keysUnder } from '../database/keys-under';
import { readRows } from '../database/read-rows';

const TAKEN = 'taken';
const LEFT = 'left';

/**
 * The person's answers about conversations in a file: id → whether they
 * accepted it.
 */
export async function readFiledAnswers(
  database: ThreadDatabase,
  path: string,
  onDamaged: (error: unknown) => void
): Promise<ReadonlyMap<string, boolean>> {
  const keys = keysUnder(filedAnswersKey(path), '');
  const rows = await readRows(database, 'facts', keys, onDamaged);
  return new Map(rows.map(({ key: [, , id], value }) => [id, value === TAKEN]));
}

export async function writeFiledAnswers(
  database: ThreadDatabase,
  path: string,
  ids: readonly string[],
  isTaken: boolean
): Promise<void> {
  const of = filedAnswersKey(path);
  await database.write(of, ['facts'], async tx => {
    const store = tx.objectStore('facts');
    for (const id of ids) {
      await store.put(isTaken ? TAKEN : LEFT, [of, '', id]);
    }
  });
}
