import { Notification } from '@jupyterlab/apputils';

import { addCommands } from '../commands/add-commands';
import { FakePage, FakeTracker, openNotebook } from '../stories/fake-page';

const NOTE = {
  cell: 'c1',
  call: 'c',
  model: 'm',
  by: 'person',
  at: '2026-11-21T10:00:00Z'
};

describe('“Strip Cellwright metadata”', () => {
  const panel = openNotebook('a.ipynb', [{ id: 'c1', source: '1' }]);
  const { sharedModel } = panel.content.model!;
  const page = new FakePage(new FakeTracker(panel));
  let message: jest.SpyInstance;
  beforeEach(() => {
    message = jest.spyOn(Notification, 'info').mockReturnValue('');
  });

  it('takes the notes on cells, and the id of the notebook with the rules that go by it', async () => {
    addCommands(page.options);
    sharedModel.cells[0].setMetadata('cellwright', NOTE);
    sharedModel.cells[0].setMetadata('tags', ['mine']);
    sharedModel.setMetadata('cellwright', { id: 'n1' });
    sharedModel.clearUndoHistory();
    const { policy } = page.preferences.current;
    const rule = (id: string) => ({
      root: '',
      notebook: 'a.ipynb',
      id,
      effects: ['execute' as const]
    });
    page.preferences.set({
      policy: { ...policy, notebooks: [rule('n1'), rule('n2')] }
    });
    await page.commands.execute('cellwright:strip-metadata');
    expect(sharedModel.cells[0].getMetadata('cellwright')).toBeUndefined();
    expect(sharedModel.cells[0].getMetadata('tags')).toEqual(['mine']);
    expect(sharedModel.getMetadata('cellwright')).toBeUndefined();
    expect(page.preferences.current.policy.notebooks).toEqual([rule('n2')]);
    expect(message.mock.lastCall![0]).toMatch(
      /removed from 1 cell\. .* no longer apply/
    );
    // One step.
    sharedModel.undo();
    expect(sharedModel.cells[0].getMetadata('cellwright')).toEqual(NOTE);
    expect(sharedModel.canUndo()).toBe(false);
    sharedModel.redo();
    sharedModel.clearUndoHistory();
  });

  it('changes nothing where there is nothing, and says so; where nothing can be changed it is off', async () => {
    page.preferences.policies.length = 0;
    await page.commands.execute('cellwright:strip-metadata');
    expect(page.preferences.policies).toEqual([]);
    expect(sharedModel.canUndo()).toBe(false);
    expect(message.mock.lastCall![0]).toBe(
      'No cell of this notebook has notes from Cellwright.'
    );
    panel.content.model!.readOnly = true;
    expect(page.commands.isEnabled('cellwright:strip-metadata')).toBe(false);
  });
});
