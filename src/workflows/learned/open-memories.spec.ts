import 'fake-indexeddb/auto';

import {
  DEFAULT_SETTINGS,
  type IAgentSettings,
  type IMemoryObservation
} from '../../contract';
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

describe('what was learned, as a page opens it', () => {
  it('lists what was seen just before, and in the next page', async () => {
    const { memory, port } = await opened();
    memory.collect([SEEN], () => true);
    expect(await port.list('plan')).toMatchObject([{ uses: 1 }]);
    expect(await (await opened()).port.list('plan')).toMatchObject([
      { subject: 'Clean the penguins', uses: 1 }
    ]);
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
