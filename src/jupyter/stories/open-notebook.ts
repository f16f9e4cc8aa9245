import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { ICodeCellModel } from '@jupyterlab/cells';
import {
  type Notebook,
  type NotebookPanel,
  NotebookModel
} from '@jupyterlab/notebook';
import { NBTestUtils } from '@jupyterlab/notebook/lib/testutils';
import type { Contents } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';

import { ENGLISH } from '../../contract';
import {
  BoundNotebook,
  type IBoundNotebookOptions
} from '../notebook/bound-notebook';
import { FakeExecutor, FakeSession } from './fake-session';

/** A real notebook widget with a fake kernel, in the page. */
export class OpenNotebook {
  readonly session = new FakeSession();

  readonly notebook: Notebook;
  readonly context;
  readonly panel;
  readonly bound: BoundNotebook;
  saves = 0;
  reverts = 0;
  disk = { hash: 'h1', last_modified: '2026-01-01T00:00:00Z' };
  constructor(
    sources: string[],
    {
      status = null,
      ...options
    }: Partial<Pick<IBoundNotebookOptions, 'sendsFromPage' | 'server'>> & {
      /** Status of the kernel, as JupyterLab shows it. */
      status?: string | null;
    } = {}
  ) {
    this.session.displayStatus = status;
    this.notebook = NBTestUtils.createNotebook();
    const model = new NotebookModel();
    model.sharedModel.insertCells(
      0,
      sources.map(source => ({ cell_type: 'code', source, metadata: {} }))
    );
    this.notebook.model = model;
    model.sharedModel.clearUndoHistory();
    Widget.attach(this.notebook, document.body);
    const context = {
      path: 'data/a.ipynb',
      localPath: 'data/a.ipynb',
      model,
      ready: Promise.resolve(),
      isReady: true,
      isDisposed: false,
      sessionContext: this.session.asContext(),
      canSave: true,
      contentsModel: {
        writable: true,
        hash: 'h1',
        last_modified: '2026-01-01T00:00:00Z'
      },
      save: async () => {
        this.saves++;
      },
      revert: async () => {
        this.reverts++;
      },
      pathChanged: null as unknown as Signal<object, string>,
      saveState: null as unknown as Signal<object, DocumentRegistry.SaveState>,
      disposed: null as unknown as Signal<object, void>
    };
    context.pathChanged = new Signal(context);
    context.saveState = new Signal(context);
    context.disposed = new Signal(context);
    this.context = context;
    const panel = {
      content: this.notebook,
      context,
      sessionContext: this.session.asContext(),
      isDisposed: false,
      isVisible: true,
      title: { label: 'a.ipynb' },
      disposed: null as unknown as Signal<object, void>
    };
    panel.disposed = new Signal(panel);
    this.panel = panel;
    this.bound = new BoundNotebook({
      panel: panel as unknown as NotebookPanel,
      otherView: () => undefined,
      contents: {
        get: async () => this.disk
      } as unknown as Contents.IManager,
      executor: new FakeExecutor(),
      trans: ENGLISH,
      ...options
    });
  }

  get ids(): string[] {
    return this.bound.cells().map(cell => cell.id);
  }

  output(id: string, output: object): void {
    const cell = this.notebook.widgets.find(one => one.model.id === id)!;
    (cell.model as ICodeCellModel).outputs.add(output as never);
  }

  rename(path: string): void {
    this.context.path = path;
    this.context.localPath = path;
    this.context.pathChanged.emit(path);
  }

  close(): void {
    this.panel.isDisposed = true;
    this.panel.disposed.emit();
    this.context.isDisposed = true;
    this.context.disposed.emit();
  }
}
