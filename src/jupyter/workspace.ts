import type { ICodeCellModel } from '@jupyterlab/cells';
import type { IDocumentManager } from '@jupyterlab/docmanager';
import { PageConfig } from '@jupyterlab/coreutils';
import {
  type NotebookPanel,
  type INotebookCellExecutor,
  type INotebookTracker,
  runCell
} from '@jupyterlab/notebook';
import type { ServiceManager } from '@jupyterlab/services';
import { type ISignal, Signal } from '@lumino/signaling';
import type { IStream } from '@jupyterlab/nbformat';
import type { IOutputAreaModel } from '@jupyterlab/outputarea';

import type {
  ICellInfo,
  IDocuments,
  IGrammars,
  IImages,
  IMention,
  INotebook,
  IPatterns,
  ISuggestion,
  ITranslator,
  IWorkspace,
  IWorkspaceStatus
} from '../contract';
import { cellsMeant } from '../contract/text/cells-meant';
import { WorkspaceError } from '../contract/ports/workspace-error';
import { serverRoot } from '../contract/policy/server-root';
import { Disposable } from '../contract/util/disposable';
import type { IServices } from './grammars/editor-grammar';
import { ServerFiles } from './files/server-files';
import { LazyGrammars } from './grammars/lazy-grammars';
import { Moves } from './files/moves';
import { BoundNotebook } from './notebook/bound-notebook';
import { NO_KERNEL } from '../contract/ports/kernel-info';
import { OpenDocuments } from './files/open-documents';
import { findCell } from './cells/find-cell';
import { keepInView } from './notebook/keep-in-view';
import { openNotebook } from './notebook/open-notebook';
import { revealInNotebook } from './notebook/reveal-in-notebook';
import { type IServerKernels, serverKernels } from './kernel/server-kernels';
import { ServerShell } from './shell/server-shell';
import { suggestTasks } from './suggestions/suggest-tasks';
import type { VariableNames } from './suggestions/variable-names';

export interface IWorkspaceOptions {
  tracker: INotebookTracker;
  serviceManager: ServiceManager.IManager;
  trans: ITranslator;
  /**
   * Gives the parsers of JupyterLab's editors; without it there are no
   * grammars.
   */
  services?: IServices | null;
  /**
   * Knows which files are open; without it, files are written to disk even if
   * they are open in a tab.
   */
  documents?: IDocumentManager | null;
  /** Runs cells; defaults to JupyterLab's own executor. */
  executor?: INotebookCellExecutor | null;
  /** Brings a document's tab to the front, opening it where needed. */
  open(path: string): Promise<void>;
  /** Emitted when another main-area tab comes to the front. */
  frontChanged?: ISignal<unknown, unknown>;
}

/** Implements the ports on JupyterLab. */
export class Workspace extends Disposable implements IWorkspace {
  readonly root = serverRoot(PageConfig.getOption);

  readonly files: ServerFiles;
  readonly shell: ServerShell;
  readonly grammars: IGrammars;
  /** Loaded with the first search. */
  readonly patterns: IPatterns = {
    find: async (...search) => {
      const { WorkerPatterns } = await import('./lazy-chunk');
      return new WorkerPatterns(this._options.trans).find(...search);
    }
  };

  /** Loaded with the first image. */
  readonly images: IImages = {
    toImage: async (...image) => {
      const { BrowserImages } = await import('./lazy-chunk');
      return new BrowserImages().toImage(...image);
    }
  };

  /** Loaded with the first PDF. */
  readonly documents: IDocuments = {
    text: async pdf => (await this._pdfs()).text(pdf),
    draw: async (...page) => (await this._pdfs()).draw(...page)
  };

  private readonly _moves: Moves;

  private readonly _server: IServerKernels;

  /** Created with the first mention. */
  private _variables: VariableNames | null = null;

  private _telling = false;

  private readonly _notebooks = new Map<
    NotebookPanel['context'],
    BoundNotebook
  >();

  private readonly _statusChanged = new Signal<this, void>(this);

  constructor(private readonly _options: IWorkspaceOptions) {
    super();
    const { tracker, serviceManager, trans, frontChanged } = _options;
    this.shell = new ServerShell({ serviceManager, trans });
    this.files = new ServerFiles({
      contents: serviceManager.contents,
      trans,
      open: new OpenDocuments(_options)
    });
    this.grammars = new LazyGrammars(_options.services ?? null);
    this._server = serverKernels(
      serviceManager.kernels,
      serviceManager.sessions
    );
    this._moves = new Moves(serviceManager.contents, tracker);
    tracker.forEach(panel => this._watch(panel));
    tracker.widgetAdded.connect(this._onAdded, this);
    tracker.currentChanged.connect(this._tell, this);
    frontChanged?.connect(this._tell, this);
  }

  get status(): IWorkspaceStatus {
    const notebook = this._front();
    if (!notebook) {
      return { notebook: null, kernel: { ...NO_KERNEL } };
    }
    const { path, name, readOnly, kernel } = notebook;
    return { notebook: { path, name, readOnly }, kernel };
  }

  onStatusChange(listener: () => void): () => void {
    const slot = (): void => listener();
    this._statusChanged.connect(slot);
    return () => void this._statusChanged.disconnect(slot);
  }

  bind(path?: string): INotebook {
    const { trans } = this._options;
    const notebook = path === undefined ? this._front() : this._byPath(path);
    if (!notebook) {
      throw new WorkspaceError(
        'notebook-closed',
        path === undefined
          ? trans.__(
              'No notebook is open. Open one, or make one from the launcher, then send your message once more.'
            )
          : trans.__(
              '“%1” is not open. Open it, then send your message once more.',
              path
            )
      );
    }
    // The model exists before its cells are loaded: what is written into it
    // before then is lost when they arrive.
    if (!notebook.view()?.context.isReady) {
      throw new WorkspaceError(
        'failed',
        trans.__(
          '“%1” is still being opened. Send your message once more in a moment.',
          notebook.name
        )
      );
    }
    return notebook;
  }

  isOpen(path: string): boolean {
    return this._byPath(path) !== undefined;
  }

  cellLabel(path: string, cellId: string): string | null {
    const notebook = this._byPath(path);
    const cell = notebook?.cell(cellId) ?? soleCell(notebook, cellId);
    const { executionCount: count, index = 0 } = cell ?? {};
    return !cell ? null : count === null ? `#${index + 1}` : `[${count}]`;
  }

  async open(path: string): Promise<INotebook> {
    const { open, trans } = this._options;
    const panel = await openNotebook(path, {
      open,
      find: wanted => this._byPath(wanted)?.view() ?? null,
      files: this.files,
      trans
    });
    return this._watch(panel);
  }

  async refresh(path: string): Promise<void> {
    try {
      await this._byPath(path)?.refresh();
    } catch (error) {
      console.warn('Cellwright could not read a notebook again', error);
    }
  }

  onMove(listener: (from: string, to: string) => void): () => void {
    return this._moves.listen(listener);
  }

  async revealCell(path: string, cellId: string): Promise<void> {
    // Bringing a tab to the front takes the focus, so leave it if it is
    // visible.
    if (!this._byPath(path)?.view()?.isVisible) {
      await this._options.open(path);
    }
    const panel = this._byPath(path)?.view();
    if (!panel) {
      throw new WorkspaceError(
        'not-found',
        this._options.trans.__(
          '“%1” could not be opened. It may have been moved or deleted.',
          path
        )
      );
    }
    await revealInNotebook(panel, cellId, this._options.trans);
  }

  keepInView(path: string, cellId: string, onScroll: () => void): () => void {
    const panel = this._byPath(path)?.view();
    return panel ? keepInView(panel, cellId, onScroll) : () => undefined;
  }

  outputEnd(path: string, cellId: string): string {
    const panel = this._byPath(path)?.view();
    const cell = panel && findCell(panel.content, cellId);
    return cell?.model.type === 'code'
      ? printedEnd((cell.model as ICodeCellModel).outputs)
      : '';
  }

  async mentions(query: string): Promise<IMention[]> {
    return this._complete(({ findMentions }, notebook, variables) =>
      findMentions({
        query,
        notebook,
        cellLabel: id => this.cellLabel(notebook.path, id) ?? '',
        files: this.files,
        variables
      })
    );
  }

  async variables(query: string): Promise<IMention[]> {
    return this._complete(({ findVariables }, notebook, variables) =>
      findVariables({ query, notebook, variables })
    );
  }

  async suggestions(): Promise<ISuggestion[]> {
    const notebook = this._front();
    if (!notebook?.isOpen) {
      return [];
    }
    return suggestTasks({
      path: notebook.path,
      name: notebook.name,
      cells: notebook.cells(),
      files: this.files,
      trans: this._options.trans
    });
  }

  protected override release(): void {
    for (const notebook of this._notebooks.values()) {
      notebook.dispose();
    }
    this._notebooks.clear();
    this._moves.dispose();
    this.shell.dispose();
    Signal.clearData(this);
  }

  private async _pdfs(): Promise<IDocuments> {
    const { PdfDocuments } = await import('./lazy-chunk');
    return new PdfDocuments(this._options.trans);
  }

  private _front(): BoundNotebook | null {
    const panel = frontNotebook(this._options.tracker);
    return panel ? this._watch(panel) : null;
  }

  /** What `find` finds for the notebook in front; nothing if none is there. */
  private async _complete(
    find: (
      lazy: typeof import('./lazy-chunk'),
      notebook: BoundNotebook,
      variables: VariableNames
    ) => Promise<IMention[]>
  ): Promise<IMention[]> {
    const notebook = this._front();
    if (!notebook?.view()?.content.model) {
      return [];
    }
    const lazy = await import('./lazy-chunk');
    this._variables ??= new lazy.VariableNames();
    return find(lazy, notebook, this._variables);
  }

  private _byPath(path: string): BoundNotebook | undefined {
    return [...this._notebooks.values()].find(
      notebook => notebook.isOpen && notebook.path === path
    );
  }

  private _onAdded(_: INotebookTracker, panel: NotebookPanel): void {
    this._watch(panel);
    this._tell();
  }

  /** One per document, from when it is opened until it is closed. */
  private _watch(panel: NotebookPanel): BoundNotebook {
    const { context } = panel;
    let notebook = this._notebooks.get(context);
    if (!notebook) {
      const { tracker, serviceManager, trans, executor } = this._options;
      notebook = new BoundNotebook({
        panel,
        otherView: wanted =>
          tracker.find(other => other.context === wanted && !other.isDisposed),
        contents: serviceManager.contents,
        executor: executor ?? { runCell },
        // An executor of another extension may hand the cell to the server.
        sendsFromPage: !executor || executor.runCell === runCell,
        server: this._server,
        trans
      });
      this._notebooks.set(context, notebook);
      notebook.changed.connect(this._onNotebook, this);
    }
    return notebook;
  }

  private _onNotebook(notebook: BoundNotebook): void {
    if (notebook.isDisposed) {
      for (const [context, known] of this._notebooks) {
        if (known === notebook) {
          this._notebooks.delete(context);
        }
      }
    }
    this._tell();
  }

  /**
   * Emits once for all changes within one microtask turn: running a cell
   * changes a lot.
   */
  private _tell(): void {
    if (this._telling) {
      return;
    }
    this._telling = true;
    queueMicrotask(() => {
      this._telling = false;
      if (!this.isDisposed) {
        this._statusChanged.emit();
      }
    });
  }
}

/** The cell whose id begins with the reference, if there is exactly one. */
function soleCell(
  notebook: INotebook | undefined,
  reference: string
): ICellInfo | undefined {
  const meant = cellsMeant(reference, notebook?.identity.cells ?? []);
  return meant.length === 1 ? notebook?.cell(meant[0]) : undefined;
}

/**
 * The notebook that a message is meant for: the one last used, unless it is
 * hidden behind another tab while a different notebook is visible.
 */
function frontNotebook(tracker: INotebookTracker): NotebookPanel | null {
  const current = tracker.currentWidget;
  if (current?.isVisible) {
    return current;
  }
  return (
    tracker.find(panel => panel.isVisible && !panel.isDisposed) ??
    (current?.isDisposed ? null : current)
  );
}

/** Characters that hold a last line. */
const END = 2_000;

/** The end of the last text that was printed; empty if nothing was. */
function printedEnd(outputs: IOutputAreaModel): string {
  for (let at = outputs.length - 1; at >= 0; at--) {
    const output = outputs.get(at);
    if (output.type === 'stream') {
      const { text } = output.toJSON() as IStream;
      return [text].flat().join('').slice(-END);
    }
  }
  return '';
}
