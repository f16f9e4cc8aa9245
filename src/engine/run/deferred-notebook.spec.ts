import { PromiseDelegate } from '@lumino/coreutils';

import { ENGLISH, WorkspaceError, type INotebook } from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { DeferredNotebook } from './deferred-notebook';

/** A workspace whose notebook has a tab, but no cells before `loaded`. */
class LoadingWorkspace extends FakeWorkspace {
  readonly loaded = new PromiseDelegate<void>();
  opened = 0;
  private _isLoaded = false;

  override bind(path?: string): INotebook {
    if (!this._isLoaded) {
      throw new WorkspaceError('failed', 'It is still being opened.');
    }
    return super.bind(path);
  }

  override async open(path: string): Promise<INotebook> {
    this.opened += 1;
    await this.loaded.promise;
    this._isLoaded = true;
    return super.open(path);
  }
}

const PATH = 'work/penguins.ipynb';

function loading(): { workspace: LoadingWorkspace; late: DeferredNotebook } {
  const workspace = new LoadingWorkspace({
    notebook: new FakeNotebook({ path: PATH })
  });
  return { workspace, late: new DeferredNotebook(workspace, PATH, ENGLISH) };
}

describe('a notebook that is being opened', () => {
  it('is waited for, so that what belongs into it is put back', async () => {
    const { workspace, late } = loading();
    expect(late.notebook).toMatchObject({ path: PATH, isOpen: false });
    expect(() => late.notebook.cells()).toThrow('is not open');
    await expect(late.notebook.save()).rejects.toThrow('is not open');
    const delivered = late.arrived();
    workspace.loaded.resolve();
    expect(await delivered).toBe(true);
    expect(late.notebook.path).toBe(PATH);
  });

  it('is none where it is closed meanwhile', async () => {
    const { workspace, late } = loading();
    const delivered = late.arrived();
    workspace.loaded.reject(new WorkspaceError('not-found', 'It is closed.'));
    expect(await delivered).toBe(false);
  });

  it('is not opened where it has no tab', async () => {
    const { workspace } = loading();
    const late = new DeferredNotebook(workspace, 'other.ipynb', ENGLISH);
    expect(await late.arrived()).toBe(false);
    expect(workspace.opened).toBe(0);
  });
});
