import 'fake-indexeddb/auto';

import {
  DEFAULT_SETTINGS,
  type IAgentSettings,
  type IMemoryObservation
} from '../../contract';
import { openMemoryDatabase } from '../../memory';
import { openMemories } from './open-memories';

let created = 0;
let owner: string[];
let held: IAgentSettings;

beforeEach(() => {
  owner = ['http://localhost/', `person ${created++}`];
  held = { ...DEFAULT_SETTINGS, memory: { ...DEFAULT_SETTINGS.memory } };
});

/** The memories that a page gets at its start. */
const opened = async () =>
  (await openMemories(owner, {
    get current() {
      return held;
    },
    setMemory: async change =>
      void (held = { ...held, memory: { ...held.memory, ...change } })
  }))!;

const SEEN: IMemoryObservation = {
  kind: 'plan',
  id: '1',
  domain: 'python',
  typed: '',
  time: 1,
  task: 'Clean the penguins',
  steps: [],
  edited: false,
  success: true
};

/** Leaves observations behind, as a page does that closes early. */
async function left(): Promise<void> {
  const db = await openMemoryDatabase(owner);
  await db.put('pending', SEEN, 'plan 1');
  db.close();
}

describe('what was learned, as a page opens it', () => {
  it('takes up what the page before had no time for, and once', async () => {
    await left();
    const first = await opened();
    await new Promise(resolve => setTimeout(resolve, 0));
    await first.memory.settled();
    expect(await first.memory.list('plan')).toMatchObject([
      { subject: 'Clean the penguins', uses: 1 }
    ]);
    const second = await opened();
    await second.memory.settled();
    expect(await second.memory.list('plan')).toMatchObject([{ uses: 1 }]);
  });

  it('takes up nothing while it is off, and what waited once it is on again', async () => {
    await left();
    held = { ...held, memory: { ...held.memory, on: false } };
    const { memory, port } = await opened();
    await new Promise(resolve => setTimeout(resolve, 0));
    await memory.settled();
    expect(await port.list('plan')).toEqual([]);
    await port.setOn(true);
    await new Promise(resolve => setTimeout(resolve, 0));
    await memory.settled();
    expect(await port.list('plan')).toMatchObject([{ uses: 1 }]);
  });

  it('lists what was seen just before, without the page having been idle', async () => {
    const idle = jest.spyOn(globalThis, 'setTimeout');
    const { memory, port } = await opened();
    idle.mockReturnValue(0 as never);
    memory.collect([SEEN], () => true);
    expect(await port.list('plan')).toMatchObject([{ uses: 1 }]);
  });

  it('is nothing where the browser keeps nothing, and the work goes on without', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Not here', 'SecurityError');
    });
    expect(await opened()).toBeNull();
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
