import type { INotebookTracker } from '@jupyterlab/notebook';
import type { ServiceManager } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { ENGLISH } from '../../contract';
import { Workspace } from '../workspace';
import { OpenNotebook } from './open-notebook';
import { FakeContents } from './server-contents';

/** The tracker of a JupyterLab with these notebooks open, the first in front. */
class FakeTracker {
  constructor(private readonly open: OpenNotebook[]) {}
  readonly widgetAdded = new Signal<this, unknown>(this);
  readonly currentChanged = new Signal<this, unknown>(this);

  get currentWidget(): unknown {
    return this.open[0]?.panel ?? null;
  }

  forEach(visit: (panel: unknown) => void): void {
    this.open.forEach(({ panel }) => visit(panel));
  }

  find(fits: (panel: unknown) => boolean): unknown {
    return this.open.map(({ panel }) => panel).find(fits);
  }
}

describe('Workspace', () => {
  let front: OpenNotebook;
  let behind: OpenNotebook;
  let workspace: Workspace;

  beforeEach(() => {
    front = new OpenNotebook(['a = 1']);
    behind = new OpenNotebook(['b = 2']);
    behind.rename('other/b.ipynb');
    workspace = new Workspace({
      tracker: new FakeTracker([front, behind]) as unknown as INotebookTracker,
      serviceManager: {
        contents: new FakeContents({ 'data/b.csv': 'x' }),
        kernels: {},
        terminals: {}
      } as unknown as ServiceManager.IManager,
      trans: ENGLISH,
      open: async () => undefined
    });
  });

  afterEach(() => {
    workspace.dispose();
    front.notebook.dispose();
    behind.notebook.dispose();
  });

  it('binds to the notebook in front, or to the open one that is named', () => {
    expect(workspace.bind().path).toBe('data/a.ipynb');
    expect(workspace.bind('other/b.ipynb').cells()[0].source).toBe('b = 2');
  });

  it('names the notebook that is not open, and never takes another', () => {
    expect(() => workspace.bind('gone.ipynb')).toThrow(/“gone.ipynb”/);
    behind.close();
    expect(() => workspace.bind('other/b.ipynb')).toThrow(/is not open/);
  });

  it('completes cells of the notebook in front and files beside it', async () => {
    const found = await workspace.mentions('');
    expect(found.map(({ label }) => label)).toEqual(['#1 a = 1', 'b.csv']);
    expect(found[0].attachment).toMatchObject({
      kind: 'cell',
      notebook: 'data/a.ipynb'
    });
  });
});
