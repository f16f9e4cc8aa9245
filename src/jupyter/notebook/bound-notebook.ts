import type { ICodeCellModel, Cell } from '@jupyterlab/cells';
import { PathExt, PageConfig } from '@jupyterlab/coreutils';
import {
  NotebookActions,
  type NotebookPanel,
  type INotebookCellExecutor
} from '@jupyterlab/notebook';
import { UUID } from '@lumino/coreutils';
import { Signal, type ISignal } from '@lumino/signaling';
import type { Contents } from '@jupyterlab/services';

import type {
  INotebook,
  INotebookIdentity,
  IKernelInfo,
  ICellInfo,
  CellOutput,
  ICellSnapshot,
  ICellRestore,
  NotebookMark,
  ICellMark,
  ICellRunMark,
  ICellRunOptions,
  ICellRun,
  ISentRequest,
  ITranslator
} from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { NO_KERNEL } from '../../contract/ports/kernel-info';
import { MAX_MARK_CELLS } from '../../contract/policy/notebook-binding';
import { serverRoot } from '../../contract/policy/server-root';
import { notebookId, MARK_KEY } from '../../contract/ports/stored-mark';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { Disposable } from '../../contract/util/disposable';
import { SerialQueue } from '../../contract/util/serial-queue';
import { readMark, markCell } from '../cells/cell-marks';
import { cellOutputs } from '../cells/cell-outputs';
import { cellInfo, findCell, closedError, knownCell } from '../cells/find-cell';
import { isSpare } from '../cells/is-spare';
import { keepIds as storeIds, newCellId } from '../cells/new-cell-id';
import { snapshotOf } from '../cells/snapshot';
import { PageSaves } from '../files/page-saves';
import { KernelView } from '../kernel/kernel-view';
import type { CellRunner } from '../kernel/cell-runner';
import type { Inspector } from '../kernel/inspect-kernel';
import type { NotebookEdits } from './notebook-edits';
import { PageRuns } from './page-runs';
import { UnsavedEdits } from './unsaved-edits';
import type { IServerKernels } from '../kernel/server-kernels';

/**
 * One open notebook, held by its document and never looked up again: it follows
 * renames, and once it is closed every method here says so.
 */
export class BoundNotebook extends Disposable implements INotebook {
  private _panel: NotebookPanel;

  private _path: string;

  private readonly _context: NotebookPanel['context'];

  private readonly _unsaved: UnsavedEdits;

  private readonly _kernel: KernelView;

  private readonly _runs: PageRuns;

  /** Loaded when first used: showing a notebook needs none of it. */
  private _work: INotebookWork | null = null;

  private readonly _saving = new SerialQueue();

  private readonly _saves: PageSaves;

  private readonly _changed = new Signal<this, void>(this);

  constructor(private readonly _options: IBoundNotebookOptions) {
    super();
    this._panel = _options.panel;
    this._context = _options.panel.context;
    this._path = this._context.localPath;
    this._unsaved = new UnsavedEdits(this._context);
    this._saves = new PageSaves(this._context);
    this._kernel = new KernelView(
      this._context.sessionContext,
      () => this.view()?.content.codeMimetype ?? '',
      _options.server
    );
    this._runs = new PageRuns(
      () => this.view()?.content.model ?? null,
      () => this.kernel.epoch
    );
    this._context.pathChanged.connect(this._onPath, this);
    this._context.disposed.connect(this.dispose, this);
    this._kernel.changed.connect(this._onChange, this);
  }

  /** Emitted when path, kernel or openness may have changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get path(): string {
    return this._path;
  }

  get name(): string {
    return PathExt.basename(this._path);
  }

  get identity(): INotebookIdentity {
    const model = this.view()?.content.model?.sharedModel;
    return {
      root: serverRoot(PageConfig.getOption),
      path: this._path,
      id: notebookId(model?.getMetadata(MARK_KEY)),
      cells: model?.cells.map(cell => cellIdOf(cell.getId())) ?? []
    };
  }

  get kernel(): IKernelInfo {
    return this.isDisposed ? { ...NO_KERNEL } : this._kernel.info;
  }

  get readOnly(): boolean {
    return (
      this.isDisposed ||
      this._context.model.readOnly ||
      this._context.contentsModel?.writable === false
    );
  }

  get isOpen(): boolean {
    return this.view() !== null;
  }

  get activeCellId(): string | null {
    const active = this.view()?.content.activeCell;
    return active ? cellIdOf(active.model.id) : null;
  }

  get spareCellId(): string | null {
    const notebook = this.view()?.content;
    const active = notebook?.activeCell;
    return active && isSpare(notebook, active)
      ? cellIdOf(active.model.id)
      : null;
  }

  cells(): ICellInfo[] {
    return this._livePanel().content.widgets.map(cellInfo);
  }

  cell(id: string): ICellInfo | undefined {
    const { widgets } = this._livePanel().content;
    const index = widgets.findIndex(cell => cellIdOf(cell.model.id) === id);
    return index < 0 ? undefined : cellInfo(widgets[index], index);
  }

  outputs(id: string): CellOutput[] {
    const { model } = this._find(id);
    return model.type === 'code'
      ? cellOutputs((model as ICodeCellModel).outputs.toJSON())
      : [];
  }

  newCellId(): string {
    return newCellId();
  }

  async insertCell(
    cell: Parameters<INotebook['insertCell']>[0]
  ): Promise<string> {
    return (await this._edits()).insert(cell);
  }

  async setSource(id: string, source: string): Promise<void> {
    (await this._edits()).setSource(id, source);
  }

  async deleteCell(id: string): Promise<void> {
    (await this._edits()).delete(id);
  }

  async moveCell(id: string, after: string | null): Promise<void> {
    (await this._edits()).move(id, after);
  }

  snapshot(id: string): ICellSnapshot | undefined {
    const cell = findCell(this._livePanel().content, id);
    return cell && snapshotOf(cell);
  }

  async restore(steps: ICellRestore[]): Promise<void> {
    (await this._edits()).restore(steps);
  }

  identify(noted: boolean): NotebookMark {
    const model = this._livePanel().content.model?.sharedModel;
    if (!noted || this.readOnly || !model) {
      return { cells: this.identity.cells.slice(0, MAX_MARK_CELLS) };
    }
    const id = UUID.uuid4();
    // The notebook's metadata is not part of the undo history.
    model.setMetadata(MARK_KEY, { id });
    return { id };
  }

  markOf(id: string): ICellMark | undefined {
    const cell = findCell(this._livePanel().content, id);
    return cell && readMark(cell);
  }

  runOf(id: string): ICellRunMark | null {
    const cell = findCell(this._livePanel().content, id);
    return cell ? this._runs.of(cell) : null;
  }

  mark(id: string, mark: ICellMark | undefined): void {
    const cell = this._find(id);
    // Saving failed, but running a cell does not depend on it.
    if (!this.readOnly) {
      markCell(cell, this._livePanel().content.model?.sharedModel, mark);
    }
  }

  get ranCode(): readonly string[] {
    return this._runs.code;
  }

  async runCell(id: string, options: ICellRunOptions): Promise<ICellRun> {
    this._find(id);
    const { inspector, runner } = await this._operations();
    inspector.prepare();
    return runner.run(id, options);
  }

  async runScratch(code: string, options: ICellRunOptions): Promise<ICellRun> {
    this._livePanel();
    const { inspector, runner } = await this._operations();
    inspector.prepare();
    this._runs.add(code);
    return runner.scratch(code, options);
  }

  async inspect(code: string, signal: AbortSignal): Promise<string> {
    this._livePanel();
    return (await this._operations()).inspector.ask(code, signal);
  }

  async recall(
    cellId: string | null,
    sent: ISentRequest & { hash: string; callId: string },
    options: ICellRunOptions
  ): Promise<ICellRun | null> {
    this._livePanel();
    const { runner } = await this._operations();
    return runner.recall({ cellId, ...sent }, options);
  }

  async save({ keepIds = false } = {}): Promise<void> {
    const { model } = this._livePanel().context;
    if (keepIds) {
      storeIds(model.sharedModel);
      model.dirty = true;
    }
    const { saveDocument } = await import('../lazy-chunk');
    await this._saving.run(async () => {
      await this._saves.idle();
      if (!this._context.model.dirty) {
        return;
      }
      await saveDocument(
        this._context,
        this._options.contents,
        this.name,
        this._options.trans
      );
    });
  }

  /**
   * Loads what another page has saved, unless there are unsaved changes here.
   */
  async refresh(): Promise<void> {
    const { _context: context } = this;
    const { reloadDocument } = await import('../lazy-chunk');
    const isClean = (): boolean =>
      context.isReady && !context.model.collaborative && !this._unsaved.any;
    await this._saving.run(async () => {
      if (await reloadDocument(context, this._options.contents, isClean)) {
        this._onChange();
      }
    });
  }

  async restartKernel(upTo?: string): Promise<void> {
    const { content, sessionContext } = this._livePanel();
    try {
      await sessionContext.restartKernel();
    } catch (cause) {
      throw new WorkspaceError(
        'failed',
        this._options.trans.__(
          'The kernel of “%1” could not be restarted. Restart it from the Kernel menu.',
          this.name
        ),
        { cause }
      );
    }
    const last = content.widgets.findIndex(
      ({ model }) => cellIdOf(model.id) === upTo
    );
    if (last >= 0) {
      // Each cell shows how it ended; nothing waits for the last one.
      void NotebookActions.runCells(
        content,
        content.widgets.slice(0, last + 1),
        sessionContext
      );
    }
  }

  /** The notebook's widget, or null once all its views are closed. */
  view(): NotebookPanel | null {
    if (this.isDisposed || this._context.isDisposed) {
      return null;
    }
    if (this._panel.isDisposed) {
      const other = this._options.otherView(this._context);
      if (!other) {
        return null;
      }
      this._panel = other;
    }
    return this._panel;
  }

  /** The notebook was closed; every further request is refused. */
  protected override release(): void {
    this._unsaved.dispose();
    this._runs.dispose();
    this._saves.dispose();
    this._work?.inspector.dispose();
    this._kernel.dispose();
    this._changed.emit();
    Signal.clearData(this);
  }

  /** @throws WorkspaceError `notebook-closed` */
  private _livePanel(): NotebookPanel {
    const panel = this.view();
    if (!panel) {
      throw closedError(this.name, this._options.trans);
    }
    return panel;
  }

  private async _operations(): Promise<INotebookWork> {
    if (!this._work) {
      const { CellRunner, Inspector, NotebookEdits } =
        await import('../lazy-chunk');
      if (!this._work) {
        const options = {
          ...this._options,
          panel: () => this._livePanel(),
          kernel: this._kernel,
          name: () => this.name
        };
        const runner = new CellRunner(options);
        const inspector = new Inspector(options, runner);
        this._work = { runner, inspector, NotebookEdits };
      }
      if (this.isDisposed) {
        this._work.inspector.dispose();
      }
    }
    return this._work;
  }

  /** @throws WorkspaceError `notebook-closed` | `read-only` */
  private async _edits(): Promise<NotebookEdits> {
    const { NotebookEdits } = await this._operations();
    const { content } = this._livePanel();
    if (this.readOnly) {
      throw new WorkspaceError(
        'read-only',
        this._options.trans.__(
          '“%1” is read-only, so its cells can’t be changed. Save a copy under another name and work there.',
          this.name
        )
      );
    }
    return new NotebookEdits(content, this.name, this._options.trans);
  }

  /** @throws WorkspaceError `notebook-closed` | `no-such-cell` */
  private _find(id: string): Cell {
    const { content } = this._livePanel();
    return knownCell(content, id, this.name, this._options.trans);
  }

  private _onPath(): void {
    this._path = this._context.localPath;
    this._onChange();
  }

  private _onChange(): void {
    this._changed.emit();
  }
}

interface INotebookWork {
  runner: CellRunner;
  inspector: Inspector;
  NotebookEdits: typeof NotebookEdits;
}

export interface IBoundNotebookOptions {
  panel: NotebookPanel;
  /** Another open view of the same document, for when the first is closed. */
  otherView(context: NotebookPanel['context']): NotebookPanel | undefined;
  contents: Contents.IManager;
  executor: INotebookCellExecutor;
  /** Whether the executor sends from this page, as JupyterLab's own does. */
  sendsFromPage?: boolean;
  /** Asked when a kernel does not answer. */
  server?: IServerKernels;
  trans: ITranslator;
}
