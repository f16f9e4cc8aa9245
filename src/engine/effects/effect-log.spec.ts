import { ENGLISH, WorkspaceError, hashText } from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeFiles } from '../../testing/fake-files';
import { EffectLog, JournaledFiles } from './effect-log';

const AT = { threadId: 'thread', branch: '' };

/** Files for one call, and its log. */
function setup(files: FakeFiles): { subject: JournaledFiles; log: EffectLog } {
  const journal = memoryStores().journal;
  journal.effect = () => Promise.resolve();
  const log = new EffectLog({
    journal,
    at: AT,
    trans: ENGLISH,
    record: { callId: 'call', attempt: 0, effects: [] },
    provenance: null,
    stale: false
  });
  return { subject: new JournaledFiles(files, log), log };
}

describe('a file that is written', () => {
  it.each([
    ['is there already', null, 'exists'],
    ['has changed since it was read', hashText('older'), 'changed']
  ])('is not taken for written if it %s', async (_, expected, code) => {
    const { subject, log } = setup(new FakeFiles({ 'a.txt': 'theirs' }));
    const writing = subject.writeText('a.txt', 'ours', expected);
    await expect(writing).rejects.toMatchObject({ code });
    expect(log.undone).toBe(1);
  });

  it('may have been written if the server gives no answer', async () => {
    const files = new FakeFiles({});
    files.writeText = () =>
      Promise.reject(new WorkspaceError('failed', 'The server is away.'));
    const { subject, log } = setup(files);
    await expect(subject.writeText('a.txt', 'ours', null)).rejects.toThrow(
      'away'
    );
    expect(log.undone).toBe(0);
  });
});

it('a call to a server stays on record though its rule is taken back once the server asked back: it was sent', async () => {
  const { log } = setup(new FakeFiles());
  let checks = 0;
  log.options.isRevoked = () => ++checks > 1;
  const noted = log.note({ kind: 'shell', hash: '' }, { instead: true });
  await expect(noted).rejects.toThrow('The rule');
  expect(log.undone).toBe(0);
});
