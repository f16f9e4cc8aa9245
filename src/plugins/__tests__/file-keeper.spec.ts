import type { EventBody } from '../../contract';
import { ENGLISH } from '../../contract';
import { MemoryThreads } from '../../storage/memory-threads';
import type { ISynced } from '../../storage/thread-files';
import { FakeAgent } from '../../testing/fake-agent';
import { FakePreferences } from '../../testing/fake-preferences';
import { FileKeeper } from '../file-keeper';

const pass = () => jest.advanceTimersByTimeAsync(1_000);
const FINISHED: EventBody = {
  type: 'run-finished',
  runId: 'r',
  outcome: 'answered'
};

describe('conversations as files', () => {
  let agent: FakeAgent;
  let preferences: FakePreferences;
  let threads: MemoryThreads;
  let sync: jest.Mock<Promise<ISynced>, [string]>;
  let follow: jest.Mock<Promise<void>, [string, string]>;
  let load: jest.Mock;
  let told: string[];
  let front: string | null;
  let shown: string;
  let asked: boolean;
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
    threads = new MemoryThreads({ trans: ENGLISH });
    await threads.create('t', 'data/t.ipynb');
    sync = jest.fn(async (_notebook: string) => ({
      sentences: [],
      replaced: new Map(),
      taken: []
    }));
    follow = jest.fn(async (_from: string, _to: string) => undefined);
    load = jest.fn(async () => ({ sync, follow }));
    told = [];
    front = 'a.ipynb';
    shown = 't';
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
      tell: sentence => told.push(sentence),
      shown: () => shown,
      show: (threadId, isAsked) => {
        shown = threadId;
        asked = isAsked;
      }
    });
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
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
        sentences: ['It was continued in two places.'],
        replaced: new Map(),
        taken: []
      })
      .mockRejectedValueOnce(new Error('It could not be written.'));
    keep('files');
    await pass();
    await inFront('b.ipynb');
    expect(told).toEqual([
      'It was continued in two places.',
      'It could not be written.'
    ]);
    await inFront('c.ipynb');
    expect(sync).toHaveBeenCalledTimes(3);
  });

  it('are shown where the panel had none, unless the person has begun one', async () => {
    await threads.create('taken', 'a.ipynb');
    const synced = {
      sentences: [],
      replaced: new Map(),
      taken: ['taken']
    };
    shown = 'blank';
    sync.mockResolvedValue(synced);
    keep('files');
    await pass();
    expect([shown, asked]).toEqual(['taken', false]);

    await threads.create('begun', 'b.ipynb');
    await threads.create('taken too', 'b.ipynb');
    shown = 'begun';
    await inFront('b.ipynb');
    expect(shown).toBe('begun');

    shown = 'blank';
    sync.mockResolvedValue({ ...synced, taken: [] });
    agent.tell('t', FINISHED);
    await pass();
    expect(shown).toBe('blank');
  });

  it('are shown in their newer version, unless the person has gone elsewhere', async () => {
    await threads.create('other', 'a.ipynb');
    const newer = {
      sentences: [],
      replaced: new Map([['t', 'newer']]),
      taken: []
    };
    sync.mockImplementationOnce(async () => {
      shown = 'other';
      return newer;
    });
    keep('files');
    await pass();
    expect(shown).toBe('other');
    shown = 't';
    sync.mockImplementationOnce(async () => {
      // The panel has seen that it is gone, and begun a new one.
      shown = 'blank';
      return newer;
    });
    await inFront('b.ipynb');
    expect(shown).toBe('newer');
  });

  it('are left alone when the panel is gone', async () => {
    keep('files');
    await pass();
    keeper.dispose();
    agent.tell('t', FINISHED);
    await inFront('b.ipynb');
    expect(sync).toHaveBeenCalledTimes(1);
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
