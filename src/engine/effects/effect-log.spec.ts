import { ENGLISH, type IEffectRecord } from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { EffectLog, type NewEffect } from './effect-log';

const AT = { threadId: 'thread', branch: '' };
const INSERT: NewEffect = {
  kind: 'insert',
  cellId: 'c',
  after: null,
  hash: ''
};
const SHELL: NewEffect = { kind: 'shell', hash: '' };
const RUN: NewEffect = {
  kind: 'run',
  cellId: 'c',
  before: null,
  hash: '',
  msgId: 'm',
  kernelId: 'k',
  process: null
};

/** A log of a call whose rule is gone after some checks. */
async function logOf(checks = Infinity): Promise<EffectLog> {
  const journal = memoryStores().journal;
  const mark = { callId: 'call', hash: '', time: 0 };
  await journal.intend(
    AT,
    { ...mark, runId: 'r', tool: 't', notebook: '' },
    { ...mark, decision: { type: 'approve' }, by: 'person' }
  );
  let checked = 0;
  return new EffectLog({
    journal,
    at: AT,
    trans: ENGLISH,
    record: {
      callId: 'call',
      attempt: 0,
      effects: [{ ...INSERT, time: 0 } as IEffectRecord]
    },
    provenance: null,
    stale: false,
    isRevoked: () => ++checked > checks
  });
}

describe('a rule that is taken back while an effect is being stored', () => {
  it.each<[string, NewEffect, object, number]>([
    ['an effect', INSERT, {}, 1],
    ['a cell and its run', INSERT, { next: RUN }, 2],
    ['a run in place of one that was not sent', RUN, { instead: true }, 1],
    // It was sent before the server asked back.
    ['what is known of a call to a server', SHELL, { instead: true }, 0]
  ])('leaves on record what was done: %s', async (_, effect, how, undone) => {
    const log = await logOf(1);
    await expect(log.note(effect, how)).rejects.toThrow('The rule');
    expect(log.undone).toBe(undone);
  });
});

describe('what an earlier page recorded', () => {
  it('is refused if its rule is gone', async () => {
    const log = await logOf(0);
    log.replay('insert');
    expect(() => log.checkAgain()).toThrow('The rule');
  });
});
