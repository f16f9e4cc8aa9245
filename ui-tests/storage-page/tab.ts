import { IndexedRows } from '../../src/storage/database/indexed-rows';
import { ThreadDatabase } from '../../src/storage/database/thread-database';

/** Opens the database like one more tab. */
export async function openTab(name: string): Promise<ThreadDatabase> {
  return new ThreadDatabase(
    await IndexedRows.open(name, { onReplaced: () => undefined })
  );
}

/** The browser's database behind it. */
export function idbOf({ rows }: ThreadDatabase): IndexedRows['db'] {
  return (rows as IndexedRows).db;
}
