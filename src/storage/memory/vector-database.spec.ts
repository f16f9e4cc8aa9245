import 'fake-indexeddb/auto';

import { VectorDatabase } from './vector-database';

let created = 0;
let owner: string[];
let now: number;
const opened: VectorDatabase[] = [];

beforeEach(() => {
  owner = ['http://localhost/', `person ${created++}`];
  now = 1;
});

afterEach(() => opened.splice(0).forEach(db => db.close()));

function open(most?: number): VectorDatabase {
  const db = new VectorDatabase({ owner, most, now: () => now });
  opened.push(db);
  return db;
}

const rows = (...hashes: string[]): Map<string, Float32Array> =>
  new Map(hashes.map((hash, at) => [hash, Float32Array.of(at, 0.5)]));

/** Which vectors are stored. */
async function stored(
  db: VectorDatabase,
  kind: string,
  source: string,
  ...hashes: string[]
): Promise<string[]> {
  const found = await db.read(kind, source, hashes);
  return hashes.filter((_, at) => found[at]);
}

describe('kept vectors', () => {
  it('are the same in the next page, by kind and by who made them', async () => {
    await open().write('tool', 'small', rows('a', 'b'));
    const db = open();
    const found = await db.read('tool', 'small', ['b', 'c', 'a']);
    // The arrays come from another realm, so they are compared as numbers.
    expect(found.map(each => each && [...each])).toEqual([
      [1, 0.5],
      undefined,
      [0, 0.5]
    ]);
    expect(await stored(db, 'tool', 'large', 'a')).toEqual([]);
    expect(await stored(db, 'memory', 'small', 'a')).toEqual([]);
  });

  it('are another person’s for another person', async () => {
    await open().write('tool', 'small', rows('a'));
    owner = [...owner, 'else'];
    expect(await stored(open(), 'tool', 'small', 'a')).toEqual([]);
  });

  it('go when there are too many, those used longest ago first', async () => {
    const db = open(3);
    await db.write('tool', 'small', rows('a', 'b'));
    now += 10 * 86_400_000;
    expect(await stored(db, 'tool', 'small', 'a')).toEqual(['a']);
    await db.write('tool', 'small', rows('c', 'd'));
    expect(await stored(db, 'tool', 'small', 'a', 'b', 'c', 'd')).toEqual([
      'a',
      'c',
      'd'
    ]);
  });

  it('of a kind are forgotten for all who made them, and the others stay', async () => {
    const db = open();
    await db.write('memory', 'small', rows('a', 'b'));
    await db.write('memory', 'large', rows('a', 'b'));
    await db.write('tool', 'small', rows('a', 'b'));
    await db.keepOnly('memory', new Set(['b']));
    expect(await stored(db, 'memory', 'small', 'a', 'b')).toEqual(['b']);
    expect(await stored(db, 'memory', 'large', 'a', 'b')).toEqual(['b']);
    expect(await stored(db, 'tool', 'small', 'a', 'b')).toEqual(['a', 'b']);
  });
});
