import 'fake-indexeddb/auto';

import { HumanMessage } from '@langchain/core/messages';

import { type IDebugEntry } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import type { Script } from '../../testing/scripted-model';
import { browserStores } from '../stories/browser-stores';
import { calling, Harness } from '../stories/harness';
import { Site } from '../stories/reopening';
import { plainMessage } from './plain-message';

async function entriesOf(script: Script): Promise<IDebugEntry[]> {
  const harness = new Harness({
    script,
    settings: { debug: true },
    workspace: new FakeWorkspace({
      notebook: new FakeNotebook(),
      files: new FakeFiles({ 'notes.txt': 'A line.' })
    })
  });
  await harness.say('Look.');
  return harness.of('debug').map(each => each.entry);
}

const read = calling('read_file', { path: 'notes.txt' });

describe('the debug view', () => {
  it('hears of each request, each answer and each call, in order', async () => {
    const entries = await entriesOf([read, { text: 'Done.' }]);
    expect(entries.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'request: Request 1 to Scripted',
      'answer: Answer 1: read_file',
      'tool: read_file',
      'request: Request 2 to Scripted',
      'answer: Answer 2: Done.'
    ]);
    expect(new Set(entries.map(each => each.id)).size).toBe(5);
    expect(entries[1].tokens).toEqual({
      input: expect.any(Number),
      output: expect.any(Number)
    });
    expect(entries[1].ms).toBeGreaterThanOrEqual(0);
    expect(entries[2].body).toMatchObject({
      call: expect.any(String),
      args: { path: 'notes.txt' },
      result: { content: expect.stringContaining('A line.') }
    });
  });

  it('holds images as their size only', () => {
    const data = 'iVBORw0KGgo'.repeat(500);
    const plain = plainMessage(
      new HumanMessage({
        content: [
          { type: 'text', text: 'The image:' },
          {
            type: 'image_url',
            image_url: { url: `data:image/png;base64,${data}` }
          },
          { type: 'image', source: { type: 'base64', data } }
        ] as never
      })
    );
    const text = JSON.stringify(plain);
    expect(text).toContain('The image:');
    expect(text).toContain('[image/png, 5,522 characters]');
    expect(text).toContain('[base64, 5,500 characters]');
    expect(text).not.toContain('iVBOR');
  });

  it('is nowhere in the browser’s storage, not an entry and not a prompt', async () => {
    const page = new Site({
      settings: { debug: true },
      answers: [calling('jupyter_cell', { code: 'a = 1' }), 'Done.'],
      stores: await browserStores()
    }).page();
    await page.say('Look around.');
    await page.approveAll();
    const entries = page.of('debug').map(each => each.entry);
    expect(entries).toHaveLength(5);
    const everything = await allThatIsStored();
    expect(everything).toContain('Look around.');
    for (const { id, title } of entries.filter(each => each.kind !== 'tool')) {
      expect(everything).not.toContain(id);
      expect(everything).not.toContain(title);
    }
    expect(everything).not.toContain('You are Cellwright');
  });
});

/** Each record of each database, as text. */
async function allThatIsStored(): Promise<string> {
  const records: unknown[] = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name ?? ''));
    for (const store of Array.from(database.objectStoreNames)) {
      const rows = database.transaction(store).objectStore(store);
      records.push(await done(rows.getAll()), await done(rows.getAllKeys()));
    }
    database.close();
  }
  const decoder = new TextDecoder();
  return JSON.stringify(records, (_key, value: unknown) =>
    ArrayBuffer.isView(value) ? decoder.decode(value) : value
  );
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as Error);
  });
}
