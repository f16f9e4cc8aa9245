import type { Contents } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { ENGLISH } from '../../contract';
import { MemoryThreads } from '../../storage/memory-threads';
import { followMoves } from '../follow-moves';

const settled = () => new Promise(resolve => setTimeout(resolve));

describe('conversations', () => {
  const owner = {};
  let fileChanged: Signal<object, Contents.IChangedArgs>;
  let threads: MemoryThreads;
  let load: jest.Mock<Promise<MemoryThreads>, []>;

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
    threads = new MemoryThreads({ trans: ENGLISH });
    await threads.create('t', 'data/a.ipynb');
    load = jest.fn(async () => threads);
    followMoves({ fileChanged } as unknown as Contents.IManager, { load });
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

  it('that cannot follow do no harm', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation();
    load.mockRejectedValueOnce(new Error('disk'));
    await change('rename', 'data/a.ipynb', 'data/b.ipynb');
    expect(said).toHaveBeenCalled();
    said.mockRestore();
  });
});
