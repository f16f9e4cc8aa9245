import { emptyCheckpoint } from '@langchain/langgraph-checkpoint';

import { LatestCheckpointSaver, InMemoryImages, InMemoryJournal } from '..';

const record = (hash: string) => ({
  callId: 'call',
  decision: { type: 'approve' as const },
  hash,
  by: 'person',
  time: 1
});

const at = { threadId: 't', branch: '' };
const other = { threadId: 't', branch: 'b' };

const intent = {
  callId: 'call',
  runId: 'run',
  tool: 'insert_cell',
  notebook: 'a.ipynb',
  hash: 'h',
  time: 1
};

describe('the journal', () => {
  it('keeps the first decision of a call and refuses a second', async () => {
    const journal = new InMemoryJournal();
    expect(await journal.decide(at, record('one'))).toBe(true);
    expect(await journal.decide(at, record('two'))).toBe(false);
    expect((await journal.decision(at, 'call'))?.hash).toBe('one');
    expect(await journal.decision(other, 'call')).toBeUndefined();
    await journal.voidDecision(at, 'call');
    expect(await journal.decide(at, record('two'))).toBe(true);
  });

  it('tells who begins a call again that it was begun', async () => {
    const journal = new InMemoryJournal();
    expect((await journal.intend(at, intent)).intent).toBeUndefined();
    expect((await journal.intend(at, intent)).intent).toEqual(intent);
    expect((await journal.intend(other, intent)).intent).toBeUndefined();
  });
});

describe('the image store', () => {
  it('keeps the same image once', async () => {
    const images = new InMemoryImages();
    const image = { mimeType: 'image/png', data: 'abc', width: 1, height: 1 };
    expect(await images.put('t', image)).toBe(
      await images.put('t', { ...image })
    );
    expect(await images.get('t', await images.put('t', image))).toEqual(image);
  });
});

describe('the checkpointer', () => {
  const metadata = { source: 'loop' as const, step: 0, parents: {} };
  const put = (saver: LatestCheckpointSaver, thread: string, id: string) =>
    saver.put(
      { configurable: { thread_id: thread, checkpoint_ns: '' } },
      {
        ...emptyCheckpoint(),
        id,
        channel_values: { todos: id },
        channel_versions: { todos: 1 }
      },
      metadata
    );
  const newest = async (saver: LatestCheckpointSaver, thread: string) =>
    (await saver.getTuple({ configurable: { thread_id: thread } }))?.checkpoint;

  it('keeps the newest checkpoints of each thread and lets the older go', async () => {
    const saver = new LatestCheckpointSaver();
    await put(saver, 'a', '100');
    await saver.putWrites(
      {
        configurable: {
          thread_id: 'a',
          checkpoint_ns: '',
          checkpoint_id: '100'
        }
      },
      [['messages', 'x']],
      'task'
    );
    for (let id = 101; id <= 160; id++) {
      await put(saver, 'a', String(id));
    }
    await put(saver, 'b', '1');
    expect((await newest(saver, 'a'))?.id).toBe('160');
    expect((await newest(saver, 'b'))?.id).toBe('1');
    expect(Object.keys(saver.storage.a[''])).toHaveLength(50);
    expect(Object.keys(saver.writes)).toEqual([]);
  });

  it('goes on from an earlier checkpoint in a branch', async () => {
    const saver = new LatestCheckpointSaver();
    await put(saver, 't', '1');
    await put(saver, 't', '2');
    await saver.fork(at, '1', other);
    expect((await newest(saver, 't#b'))?.channel_values).toEqual({
      todos: '1'
    });
    expect((await newest(saver, 't'))?.id).toBe('2');
    await expect(saver.fork(at, '3', other)).rejects.toThrow(
      'This point in the conversation is no longer stored'
    );
  });
});
