/** Bundled into a page by `plan.mjs`: a store of memories that is full. */
import { Memory, openMemoryDatabase } from '../../src/memory/index.ts';

const KINDS = ['plan', 'tool', 'clarification', 'behaviour', 'workflow'];
const VERBS = ['Load', 'Clean', 'Compare', 'Draw', 'Fit', 'Join', 'Count'];
const THINGS = ['penguins', 'sales', 'weather', 'orders', 'trips', 'grades'];
const ROUNDS = 40;

/** Each a different task, in words that many of them share. */
const subjectOf = at =>
  `${VERBS[at % VERBS.length]} the ${THINGS[at % THINGS.length]} of ${1900 + (at % 130)} by column ${at} and show what stands out`;

const entryOf = at => ({
  kind: KINDS[at % KINDS.length],
  key: `key-${at}`,
  domain: 'python',
  subject: subjectOf(at),
  uses: 1 + (at % 9),
  successes: at % 9,
  failures: 1,
  createdAt: at,
  usedAt: at,
  origin: 'here',
  // Some were imported and wait to be accepted.
  accepted: at % 11 > 0,
  seen: [],
  steps: [{ title: 'Load', tools: ['jupyter_cell'] }]
});

/**
 * @returns ms of the first search, which builds the index, and of the later
 * ones.
 */
window.benchMemories = async count => {
  const db = await openMemoryDatabase(['bench', String(Math.random())]);
  const tx = db.transaction(['items', 'counts'], 'readwrite');
  for (let at = 0; at < count; at++) {
    const value = entryOf(at);
    const namespace = ['memory', value.kind];
    void tx.objectStore('items').put(
      {
        namespace,
        key: value.key,
        value,
        createdAt: at,
        updatedAt: at,
        seq: at + 1,
        worth: at
      },
      [JSON.stringify(namespace), value.key]
    );
  }
  void tx.objectStore('counts').put(count, 'seq');
  await tx.done;
  const memory = new Memory({
    db,
    settings: () => ({ on: true, off: [], most: count }),
    privacy: { isDenied: () => false },
    later: act => act()
  });
  const search = async at => {
    const start = performance.now();
    const hits = await memory.search(
      KINDS[at % KINDS.length],
      subjectOf(at),
      10
    );
    if (hits.length === 0) {
      throw new Error('Nothing was found.');
    }
    return performance.now() - start;
  };
  const first = await search(1);
  const searches = [];
  for (let round = 0; round < ROUNDS; round++) {
    searches.push(await search(1 + round * 37));
  }
  db.close();
  return { first, searches };
};
