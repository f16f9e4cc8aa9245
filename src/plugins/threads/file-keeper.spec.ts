import type { EventBody, IThreads } from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import type { IFoundThreads } from '../../panel/state/panel-state';
import type { ISynced } from '../../storage/transfer/thread-files';
import { FakeAgent } from '../../testing/fake-agent';
import { FakePreferences } from '../../testing/fake-preferences';
import { FileKeeper } from './file-keeper';

const pass = () => jest.advanceTimersByTimeAsync(1_000);
const NOTHING: ISynced = {
  file: 'a.cellwright.json',
  sentences: [],
  taken: [],
  waiting: [],
  left: []
};
const FINISHED: EventBody = {
  type: 'run-finished',
  runId: 'r',
  outcome: 'answered'
};

describe('conversations as files', () => {
  let agent: FakeAgent;
  let preferences: FakePreferences;
  let threads: IThreads;
  let sync: jest.Mock<Promise<ISynced>, [string]>;
  let follow: jest.Mock<Promise<void>, [string, string]>;
  let load: jest.Mock;
  let described: string[];
  let front: string | null;
  let answer: jest.Mock<Promise<void>, [string, readonly string[], boolean]>;
  let shown: string[];
  let asked: (IFoundThreads | null)[];
  let look: () => void;
  let keeper: FileKeeper;

  const keep = (storage: 'browser' | 'files'): void =>
    preferences.set({
      threads: { storage, keepDays: 90, keepMegabytes: 500 }
    });
  const inFront = async (path: string): Promise<void> => {
    front = path;
    look();
    await pass();
  };
  const synced = () => sync.mock.calls.map(([path]) => path);

  beforeEach(async () => {
    jest.useFakeTimers();
    agent = new FakeAgent();
    preferences = new FakePreferences();
    threads = memoryStores().threads;
    await threads.create('t', 'data/t.ipynb');
    sync = jest.fn(async (_notebook: string) => NOTHING);
    answer = jest.fn(
      async (_notebook: string, _ids: readonly string[], _isTaken: boolean) =>
        undefined
    );
    follow = jest.fn(async (_from: string, _to: string) => undefined);
    load = jest.fn(async () => ({ sync, follow, answer }));
    described = [];
    front = 'a.ipynb';
    shown = [];
    asked = [];
    keeper = new FileKeeper({
      agent,
      preferences,
      threads,
      workspace: {
        get status() {
          return {
            notebook: front && { path: front, name: front, readOnly: false }
          } as never;
        },
        onStatusChange: listener => {
          look = listener;
          return () => (look = () => undefined);
        }
      },
      files: load,
      tell: sentence => described.push(sentence),
      ask: found => asked.push(found),
      show: threadId => shown.push(threadId)
    });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('are neither read nor written, nor loaded, unless the settings say so', async () => {
    agent.tell('t', FINISHED);
    await inFront('b.ipynb');
    expect(load).not.toHaveBeenCalled();
  });

  it('are read once for each notebook that comes to the front, and written when a run has ended', async () => {
    keep('files');
    await pass();
    expect(synced()).toEqual(['a.ipynb']);
    await inFront('b.ipynb');
    await inFront('a.ipynb');
    expect(synced()).toEqual(['a.ipynb', 'b.ipynb']);
    agent.tell('t', FINISHED);
    await pass();
    expect(synced()).toEqual(['a.ipynb', 'b.ipynb', 'data/t.ipynb']);
  });

  it('are written by the tab that works on them alone', async () => {
    front = null;
    keep('files');
    agent.tell('t', { type: 'driver', here: false });
    agent.tell('t', FINISHED);
    await pass();
    expect(sync).not.toHaveBeenCalled();
    agent.tell('t', { type: 'driver', here: true });
    agent.tell('t', FINISHED);
    await pass();
    expect(sync).toHaveBeenCalledTimes(1);
  });

  it('tell of two versions in a sentence, and of what failed; the next one is tried', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    sync
      .mockResolvedValueOnce({
        ...NOTHING,
        sentences: ['It was continued in two places.']
      })
      .mockRejectedValueOnce(new Error('It could not be written.'));
    keep('files');
    await pass();
    await inFront('b.ipynb');
    expect(described).toEqual([
      'It was continued in two places.',
      'It could not be written.'
    ]);
    await inFront('c.ipynb');
    expect(sync).toHaveBeenCalledTimes(3);
  });

  it('are asked about once where this browser did not write them, and shown only then', async () => {
    sync.mockResolvedValue({ ...NOTHING, waiting: ['x', 'y'] });
    keep('files');
    await pass();
    expect(asked).toMatchObject([
      { file: 'a.cellwright.json', waiting: 2, left: 0 }
    ]);
    agent.tell('t', FINISHED);
    await pass();
    expect(asked).toHaveLength(1);
    expect(shown).toEqual([]);
    sync.mockResolvedValue({ ...NOTHING, taken: ['one', 'two'] });
    await asked[0]?.answer(true);
    expect(answer.mock.calls).toEqual([['a.ipynb', ['x', 'y'], true]]);
    expect(shown).toEqual(['two']);
    expect(asked.slice(1)).toEqual([null]);
  });

  it('are left in the file where the person says so, and had from there later', async () => {
    sync.mockResolvedValue({ ...NOTHING, waiting: ['x'] });
    keep('files');
    await pass();
    sync.mockResolvedValue({ ...NOTHING, left: ['x'] });
    await asked[0]?.answer(false);
    expect(answer).toHaveBeenLastCalledWith('a.ipynb', ['x'], false);
    expect(asked.at(-1)).toMatchObject({ waiting: 0, left: 1 });
    expect(shown).toEqual([]);
    sync.mockResolvedValue({ ...NOTHING, taken: ['one'] });
    await asked.at(-1)?.answer(true);
    expect(answer).toHaveBeenLastCalledWith('a.ipynb', ['x'], true);
    expect(shown).toEqual(['one']);
  });

  it('are asked about beside their own notebook, and no more where files are switched off', async () => {
    sync.mockImplementation(async path => ({
      ...NOTHING,
      waiting: path === 'a.ipynb' ? ['x'] : []
    }));
    keep('files');
    await pass();
    expect(asked).toHaveLength(1);
    await inFront('b.ipynb');
    expect(asked.at(-1)).toBeNull();
    await inFront('a.ipynb');
    expect(asked.at(-1)).toMatchObject({ waiting: 1 });
    keep('browser');
    expect(asked.at(-1)).toBeNull();
  });

  it('are not shown where they came by an answer of an earlier time', async () => {
    sync.mockResolvedValue({ ...NOTHING, taken: ['one'] });
    keep('files');
    await pass();
    expect(shown).toEqual([]);
  });

  it('follow a notebook to its new name before they are put together there', async () => {
    await keeper.moved('a.ipynb', 'b.ipynb');
    expect(follow).not.toHaveBeenCalled();
    keep('files');
    await pass();
    sync.mockClear();
    await keeper.moved('a.ipynb', 'b.ipynb');
    expect(follow.mock.calls).toEqual([['a.ipynb', 'b.ipynb']]);
    expect(synced()).toEqual(['b.ipynb']);
    expect(follow.mock.invocationCallOrder[0]).toBeLessThan(
      sync.mock.invocationCallOrder[0]
    );
    await inFront('b.ipynb');
    expect(synced()).toEqual(['b.ipynb']);
  });
});
