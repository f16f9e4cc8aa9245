import { WorkspaceError } from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { runOf } from '../stories/run-of';

const savesOf = (notebook: FakeNotebook): number =>
  notebook.actions.filter(({ type }) => type === 'save').length;

describe('saving what a run put into its notebook', () => {
  it('is told once it is in the file, for those who read the file', async () => {
    const notebook = new FakeNotebook();
    const { run, events } = runOf({ notebook });
    let write: () => void = () => undefined;
    notebook.save = () => new Promise(resolve => (write = resolve));
    run.saver.changed();
    const saved = run.saver.flush();
    await Promise.resolve();
    await Promise.resolve();
    expect(events).toEqual([]);
    write();
    await saved;
    await run.saver.flush();
    expect(events).toEqual([{ type: 'notebook-saved' }]);
  });

  it('tells a conflict once, and tries again with the next change', async () => {
    const notebook = new FakeNotebook();
    const { run, events } = runOf({ notebook });
    let tries = 0;
    notebook.save = async () => {
      tries += 1;
      throw new WorkspaceError('save-conflict', 'It was changed outside.');
    };
    run.saver.changed();
    await run.saver.flush();
    await run.saver.flush();
    expect(tries).toBe(2);
    expect(events).toEqual([
      { type: 'notice', code: 'not-saved', text: 'It was changed outside.' }
    ]);
  });

  it('says what it did not expect, and ends nothing', async () => {
    const log = jest.spyOn(console, 'error').mockReturnValue();
    const notebook = new FakeNotebook({ path: 'a/work.ipynb' });
    const { run, events } = runOf({ notebook });
    notebook.save = () => Promise.reject(new Error('no space left'));
    run.saver.changed();
    await run.saver.flush();
    expect(events).toEqual([
      {
        type: 'notice',
        code: 'not-saved',
        text: '“work.ipynb” could not be saved: “no space left”. Try to save it from the File menu.'
      }
    ]);
    expect(log).toHaveBeenCalled();
  });

  it('is waited for where a call ends, but not after a stop', async () => {
    const notebook = new FakeNotebook();
    const { run } = runOf({ notebook });
    let write: () => void = () => undefined;
    notebook.save = () => new Promise(resolve => (write = resolve));
    let ended = 0;
    const end = (): Promise<void> =>
      run.saver.flushUnless(run.signal).then(() => void (ended += 1));
    run.saver.changed();
    const first = end();
    await new Promise(resolve => setTimeout(resolve));
    expect(ended).toBe(0);
    write();
    await first;
    run.saver.changed();
    const second = end();
    run.controller.abort();
    await second;
    expect(ended).toBe(2);
    write();
  });

  describe('by itself', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('is done two seconds after a change at the latest, however often it changes', async () => {
      const notebook = new FakeNotebook();
      const { run } = runOf({ notebook });
      for (let change = 0; change < 21; change++) {
        run.saver.changed();
        await jest.advanceTimersByTimeAsync(100);
      }
      expect(savesOf(notebook)).toBe(1);
    });
  });
});

it('what reads files finds the notebook saved: files, and code that may read them', async () => {
  const notebook = new FakeNotebook();
  const { run } = runOf({ notebook });
  const { files } = run.toolContext('call');
  const reads: (() => Promise<unknown>)[] = [
    () => files.list(''),
    () => files.stat('a'),
    () => files.readText('a', 10),
    () => files.openText('a', 10),
    () => files.readNotebook('a.ipynb')
  ];
  for (const [at, read] of reads.entries()) {
    run.saver.changed();
    // The file does not exist, but the notebook is saved before the read.
    await read().catch(() => undefined);
    expect(savesOf(notebook)).toBe(at + 1);
  }
});
