import { DEFAULT_SETTINGS, WorkspaceError } from '../../contract';
import type { EventBody, IAgentSettings } from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { NotebookSaver } from './notebook-saver';

/** The saver of a notebook, and everything it told. */
function saverOf(
  notebook: FakeNotebook,
  settings: Partial<IAgentSettings> = {}
): { saver: NotebookSaver; told: EventBody[] } {
  const told: EventBody[] = [];
  const saver = new NotebookSaver({
    notebook,
    settings: () => ({ ...DEFAULT_SETTINGS, ...settings }),
    tell: body => told.push(body)
  });
  return { saver, told };
}

describe('saving what a run put into its notebook', () => {
  const saves = (notebook: FakeNotebook): number =>
    notebook.actions.filter(({ type }) => type === 'save').length;

  it('is done once for each change, and not without one', async () => {
    const notebook = new FakeNotebook();
    const { saver } = saverOf(notebook);
    await saver.save();
    expect(saves(notebook)).toBe(0);
    saver.changed();
    await saver.save();
    await saver.save();
    expect(saves(notebook)).toBe(1);
  });

  it('is not done where the person does not want it', async () => {
    const notebook = new FakeNotebook();
    const { saver } = saverOf(notebook, { save: false });
    saver.changed();
    await saver.save();
    expect(saves(notebook)).toBe(0);
  });

  it('tells a conflict once, and tries again with the next change', async () => {
    const notebook = new FakeNotebook();
    const { saver, told } = saverOf(notebook);
    let tries = 0;
    notebook.save = async () => {
      tries += 1;
      throw new WorkspaceError('save-conflict', 'It was changed outside.');
    };
    saver.changed();
    await saver.save();
    await saver.save();
    expect(tries).toBe(2);
    expect(told).toEqual([
      { type: 'notice', code: 'not-saved', text: 'It was changed outside.' }
    ]);
  });
});
