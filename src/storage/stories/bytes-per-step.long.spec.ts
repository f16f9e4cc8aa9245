import 'fake-indexeddb/auto';

import { IndexedDBSaver } from '../checkpoints/indexed-db-saver';
import { agentOf, look, newDatabase, say } from './agent-of';
import { beforeEachRow } from './two-tabs';

/** Characters that each turn adds to storage; a turn has one call and its answer. */
async function bytesOfTurns(turns: number): Promise<number[]> {
  const bytes: number[] = [];
  beforeEachRow((_store, value, key) => {
    bytes[bytes.length - 1] +=
      JSON.stringify(value).length + JSON.stringify(key).length;
  });
  const database = await newDatabase();
  const script = Array.from({ length: turns }, (_, turn) => () => {
    bytes.push(0);
    return look(`call-${String(turn).padStart(4, '0')}`);
  });
  const { run } = agentOf(new IndexedDBSaver(database), [
    ...(script as never[]),
    { text: 'Done.' }
  ]);
  bytes.push(0);
  await run(say('Go.'), 't');
  database.close();
  return bytes.slice(1);
}

const average = (bytes: number[], from: number, to: number): number =>
  bytes.slice(from, to).reduce((sum, each) => sum + each) / (to - from);

it('writes no more for a step at message 1,000 than at message 10', async () => {
  // A turn has two messages.
  const bytes = await bytesOfTurns(520);
  const [at10, at100, at1000] = [
    average(bytes, 3, 8),
    average(bytes, 40, 60),
    average(bytes, 480, 520)
  ];
  expect(at100).toBeLessThan(at10 * 1.5);
  expect(at1000).toBeLessThan(at10 * 1.5);
  expect(average(bytes, 100, 520)).toBeLessThan(at10 * 1.5);
}, 600_000);
