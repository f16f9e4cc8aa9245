import { ENGLISH, type IDecisionRecord, type IJournal } from '../../contract';
import type { EffectLog } from '../effects/effect-log';
import type { ThreadDatabase } from '../../storage/database/thread-database';
import { DurableJournal } from '../../storage/journal/durable-journal';
import {
  beforeEachRow,
  freshBrowser,
  openTab
} from '../../storage/stories/two-tabs';
import { plainTool } from '../stories/plain-tools';
import { runOf } from '../stories/run-of';
import { recordIntent } from './handle-tool-call';

const AT = { threadId: 'thread', branch: '' };
const CALL = { id: 'call', name: 'markdown', args: {}, fromText: false };
const BY_RULE: IDecisionRecord = {
  callId: 'call',
  decision: { type: 'approve' },
  hash: 'h',
  by: 'rule',
  time: 1
};
const INSERT = { kind: 'insert' as const, cellId: 'c', after: null, hash: 'h' };

let database: ThreadDatabase;
let journal: IJournal;

async function begun(): Promise<EffectLog> {
  const tool = plainTool('markdown', 'edit');
  const tools = new Map([[tool.name, tool]]);
  const { run } = runOf({ at: AT, journal, tools });
  await recordIntent(run, CALL, {
    record: BY_RULE,
    args: { content: '# Title' },
    stale: false
  });
  return run.calls.begun.get('call')!;
}

beforeEach(async () => {
  freshBrowser();
  database = await openTab();
  database.setFence('thread', 1);
  journal = new DurableJournal(database, { trans: ENGLISH });
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('That a call begins', () => {
  it('is stored with its decision before the first effect', async () => {
    const effects = await begun();
    const other = new DurableJournal(await openTab());
    expect(await other.call(AT, 'call')).toMatchObject({
      decision: BY_RULE,
      intent: { tool: 'markdown', args: { content: '# Title' } },
      effects: []
    });
    await effects.note(INSERT);
    expect((await other.call(AT, 'call'))?.effects).toMatchObject([INSERT]);
  });

  it('is checked again before an effect on record is done once more', async () => {
    await (await begun()).note(INSERT);
    const later = await openTab();
    await later.write('thread', ['fences'], tx =>
      tx.put('fences', 'thread', 2)
    );
    await expect(begun()).rejects.toThrow('Another tab works on the thread');
  });

  it.each(['intent', 'effects'])(
    'lets no effect be done if the row with its %s cannot be stored',
    async part => {
      beforeEachRow(({ name }, value) => {
        const { record } = value as { record?: Record<string, unknown[]> };
        const isIt = part !== 'effects' || record?.effects.length === 1;
        if (name === 'calls' && record?.[part] && isIt) {
          throw new DOMException('No space is left.', 'QuotaExceededError');
        }
      });
      const noted = begun().then(effects => effects.note(INSERT));
      await expect(noted).rejects.toThrow('full');
      const other = new DurableJournal(await openTab());
      expect((await other.call(AT, 'call'))?.effects ?? []).toEqual([]);
    }
  );
});
