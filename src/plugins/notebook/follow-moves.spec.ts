import type { Contents } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import type { INotebookRule, IThreads } from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakePreferences } from '../../testing/fake-preferences';
import { followMoves } from './follow-moves';

const settled = () => new Promise(resolve => setTimeout(resolve));

describe('conversations', () => {
  const owner = {};
  let fileChanged: Signal<object, Contents.IChangedArgs>;
  let threads: IThreads;
  let load: jest.Mock<Promise<IThreads>, []>;
  let preferences: FakePreferences;
  let loadPreferences: jest.Mock<Promise<FakePreferences>, []>;

  const change = async (
    type: Contents.IChangedArgs['type'],
    from: string | null,
    to: string | null,
    kind: Contents.ContentType = 'notebook'
  ): Promise<void> => {
    fileChanged.emit({
      type,
      oldValue: from === null ? null : { path: from },
      newValue: to === null ? null : { path: to, type: kind }
    });
    await settled();
  };

  beforeEach(async () => {
    fileChanged = new Signal<object, Contents.IChangedArgs>(owner);
    threads = memoryStores().threads;
    await threads.create('t', 'data/a.ipynb');
    load = jest.fn(async () => threads);
    preferences = new FakePreferences();
    loadPreferences = jest.fn(async () => preferences);
    followMoves(
      { fileChanged } as unknown as Contents.IManager,
      { load },
      { load: loadPreferences }
    );
  });

  it('follow their notebook to its new name, and with its folder', async () => {
    await change('rename', 'data/a.ipynb', 'data/b.ipynb');
    expect((await threads.get('t'))?.notebook).toBe('data/b.ipynb');
    await change('rename', 'data', 'old', 'directory');
    expect((await threads.get('t'))?.notebook).toBe('old/b.ipynb');
  });

  it('are not even loaded for anything else', async () => {
    await change('save', null, 'data/a.ipynb');
    await change('new', null, 'data/c.ipynb');
    await change('delete', 'data/a.ipynb', null);
    await change('rename', 'x.csv', 'y.csv', 'file');
    await change('rename', 'data/a.ipynb', 'data/a.ipynb');
    expect(load).not.toHaveBeenCalled();
  });

  it('leave rules alone where there are none', async () => {
    await change('save', null, 'data/a.ipynb');
    expect(loadPreferences).not.toHaveBeenCalled();
    await change('rename', 'data/a.ipynb', 'data/b.ipynb');
    await change('delete', 'data/b.ipynb', null);
    expect(preferences.policies).toEqual([]);
  });

  it('have rules that go along with the notebook and end with it', async () => {
    const { policy } = preferences.current;
    const rule = (notebook: string): INotebookRule => ({
      root: '',
      notebook,
      id: 'n1',
      effects: ['execute', 'shell']
    });
    const other = { ...rule('data/a.ipynb'), root: '/another' };
    preferences.set({
      policy: { ...policy, notebooks: [rule('data/a.ipynb'), other] }
    });
    const rules = () => preferences.current.policy.notebooks;
    await change('rename', 'data/a.ipynb', 'data/b.ipynb');
    expect(rules()).toEqual([rule('data/b.ipynb'), other]);
    await change('rename', 'data', 'old', 'directory');
    expect(rules()).toEqual([rule('old/b.ipynb'), other]);
    await change('delete', 'old/b.ipynb', null);
    expect(rules()).toEqual([other]);
  });

  it('that cannot follow do no harm', async () => {
    const texts = jest.spyOn(console, 'error').mockImplementation();
    load.mockRejectedValueOnce(new Error('disk'));
    await change('rename', 'data/a.ipynb', 'data/b.ipynb');
    expect(texts).toHaveBeenCalled();
  });
});
