import { WorkspaceError } from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { saveNotebook } from './save-notebook';
import { runOf } from '../stories/run-of';

describe('saving what a run put into its notebook', () => {
  const saves = (notebook: FakeNotebook): number =>
    notebook.actions.filter(({ type }) => type === 'save').length;

  it('is done once for each change, and not without one', async () => {
    const notebook = new FakeNotebook();
    const { run } = runOf({ notebook });
    await saveNotebook(run);
    expect(saves(notebook)).toBe(0);
    run.changed = true;
    await saveNotebook(run);
    await saveNotebook(run);
    expect(saves(notebook)).toBe(1);
  });

  it('is not done where the person does not want it', async () => {
    const notebook = new FakeNotebook();
    const { run } = runOf({ notebook }, { save: false });
    run.changed = true;
    await saveNotebook(run);
    expect(saves(notebook)).toBe(0);
  });

  it('tells a conflict once, and tries again with the next change', async () => {
    const notebook = new FakeNotebook();
    const { run, told } = runOf({ notebook });
    let tries = 0;
    notebook.save = async () => {
      tries += 1;
      throw new WorkspaceError('save-conflict', 'It was changed outside.');
    };
    run.changed = true;
    await saveNotebook(run);
    await saveNotebook(run);
    expect(tries).toBe(2);
    expect(told).toEqual([
      { type: 'notice', code: 'not-saved', text: 'It was changed outside.' }
    ]);
  });
});
