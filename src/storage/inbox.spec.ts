import { isFencedError, type AgentCommand } from '../contract';
import { Inbox } from './inbox';
import { freshBrowser, openTab } from './stories/two-tabs';
import { ThreadLock } from './threads/thread-lock';

const STOP: AgentCommand = { type: 'stop', threadId: 't' };
const UNDO: AgentCommand = {
  type: 'undo',
  threadId: 't',
  runId: 'r',
  items: []
};

async function tab() {
  const database = await openTab();
  return {
    inbox: new Inbox(database),
    lock: new ThreadLock(database, null)
  };
}

type Tab = Awaited<ReturnType<typeof tab>>;

describe('a command that one tab leaves to another', () => {
  let here: Tab;
  let there: Tab;

  beforeEach(async () => {
    freshBrowser();
    here = await tab();
    there = await tab();
    await there.lock.take('t');
  });

  it('is taken once, stays until it is done, and says so to who left it', async () => {
    const key = await here.inbox.leave(STOP);
    expect(await here.inbox.status(key)).toBe('left');
    expect(await there.inbox.take('t')).toEqual([{ key, command: STOP }]);
    expect(await there.inbox.take('t')).toEqual([]);
    expect(await here.inbox.status(key)).toBe('taken');
    expect(await here.inbox.isEmpty('t')).toBe(false);
    await there.inbox.remove(key);
    expect(await here.inbox.status(key)).toBe('done');
    expect(await here.inbox.isEmpty('t')).toBe(true);
  });

  it('is done by the tab that has the thread from then on, if the first one died over it', async () => {
    const key = await here.inbox.leave(STOP);
    await there.inbox.take('t');
    await here.lock.take('t', true);
    expect(await here.inbox.take('t')).toEqual([{ key, command: STOP }]);
    const late: unknown = await there.inbox.take('t').catch(error => error);
    expect(isFencedError(late)).toBe(true);
  });

  it('is not begun a second time where it would do something once more', async () => {
    await here.inbox.leave(UNDO);
    expect(await there.inbox.take('t')).toHaveLength(1);
    await here.lock.take('t', true);
    expect(await here.inbox.take('t')).toEqual([]);
  });

  it('is in order, and for its thread alone', async () => {
    await here.inbox.leave(STOP);
    await here.inbox.leave({ ...STOP, threadId: 't2' });
    const taken = await there.inbox.take('t');
    expect(taken.map(({ command }) => command.threadId)).toEqual(['t']);
  });
});
