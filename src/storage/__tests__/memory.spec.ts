import { emptyCheckpoint } from '@langchain/langgraph-checkpoint';

import { LatestCheckpointSaver, MemoryImages, MemoryJournal } from '..';

const record = (hash: string) => ({
  callId: 'call',
  decision: { type: 'approve' as const },
  hash,
  by: 'person',
  time: 1
});

describe('the journal', () => {
  it('keeps the first decision of a call and refuses a second', async () => {
    const journal = new MemoryJournal();
    expect(await journal.decide('t', record('one'))).toBe(true);
    expect(await journal.decide('t', record('two'))).toBe(false);
    expect((await journal.decision('t', 'call'))?.hash).toBe('one');
    expect(await journal.decision('other', 'call')).toBeUndefined();
    await journal.voidDecision('t', 'call');
    expect(await journal.decide('t', record('two'))).toBe(true);
  });

  it('lets an effect begin once', async () => {
    const journal = new MemoryJournal();
    expect(await journal.begin('t', 'call')).toBe(true);
    expect(await journal.begin('t', 'call')).toBe(false);
    expect(await journal.begin('other', 'call')).toBe(true);
  });
});

describe('the image store', () => {
  it('keeps the same image once', async () => {
    const images = new MemoryImages();
    const image = { mimeType: 'image/png', data: 'abc', width: 1, height: 1 };
    expect(await images.put(image)).toBe(await images.put({ ...image }));
    expect(await images.get(await images.put(image))).toEqual(image);
  });
});

describe('the checkpointer', () => {
  it('keeps the newest checkpoint of each thread and lets the older go', async () => {
    const saver = new LatestCheckpointSaver();
    const metadata = { source: 'loop' as const, step: 0, parents: {} };
    const put = async (thread: string, id: string) =>
      saver.put(
        { configurable: { thread_id: thread, checkpoint_ns: '' } },
        { ...emptyCheckpoint(), id },
        metadata
      );
    await put('a', '1');
    await saver.putWrites(
      {
        configurable: { thread_id: 'a', checkpoint_ns: '', checkpoint_id: '1' }
      },
      [['messages', 'x']],
      'task'
    );
    await put('a', '2');
    await put('b', '1');
    const newest = async (thread: string) =>
      (await saver.getTuple({ configurable: { thread_id: thread } }))
        ?.checkpoint.id;
    expect(await newest('a')).toBe('2');
    expect(await newest('b')).toBe('1');
    expect(Object.keys(saver.storage.a[''])).toEqual(['2']);
    expect(Object.keys(saver.writes)).toEqual([]);
  });
});
