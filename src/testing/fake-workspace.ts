import {
  type IFiles,
  type IGrammars,
  type IImages,
  type IMention,
  type INotebook,
  type IPatterns,
  type IShell,
  type ISuggestion,
  type IWorkspace,
  type IWorkspaceStatus,
  NO_KERNEL,
  WorkspaceError
} from '../contract';
import { FakeFiles } from './fake-files';
import { FakeGrammars } from './fake-grammars';
import { FakeDocuments } from './fake-documents';
import { FakeImages } from './fake-images';
import { FakePatterns } from './fake-patterns';
import { FakeShell } from './fake-shell';

export interface IFakeWorkspaceOptions {
  /** The notebook in front; null if none is open. */
  notebook?: INotebook | null;
  /** Notebooks open behind it. */
  others?: INotebook[];
  files?: IFiles;
  shell?: IShell;
  patterns?: IPatterns;
  images?: IImages;
  grammars?: IGrammars;
  /**
   * What `@` can complete; the items whose label contains the query are
   * returned.
   */
  mentions?: IMention[];
  suggestions?: ISuggestion[];
}

/** A workspace with at most one notebook in front. */
export class FakeWorkspace implements IWorkspace {
  readonly root = '';
  readonly files: IFiles;
  readonly shell: IShell;
  readonly patterns: IPatterns;
  readonly images: IImages;
  readonly documents = new FakeDocuments();
  readonly grammars: IGrammars;
  /** Cells that were scrolled to, in order. */
  readonly revealed: { path: string; cellId: string }[] = [];
  offered: ISuggestion[];
  mentionable: IMention[];

  /** Paths of notebooks that were to be reloaded, in order. */
  readonly refreshed: string[] = [];

  private _front: INotebook | null;

  private _known: INotebook[];

  private _closed: INotebook[] = [];

  private _listeners = new Set<() => void>();

  private readonly _movers = new Set<(from: string, to: string) => void>();

  constructor(options: IFakeWorkspaceOptions = {}) {
    this._front = options.notebook ?? null;
    this._known = [
      ...(this._front ? [this._front] : []),
      ...(options.others ?? [])
    ];
    this.files = options.files ?? new FakeFiles();
    this.shell = options.shell ?? new FakeShell();
    this.patterns = options.patterns ?? new FakePatterns();
    this.images = options.images ?? new FakeImages();
    this.grammars = options.grammars ?? new FakeGrammars();
    this.mentionable = options.mentions ?? [];
    this.offered = options.suggestions ?? [];
  }

  get status(): IWorkspaceStatus {
    const front = this._front;
    return {
      notebook:
        front && front.isOpen
          ? { path: front.path, name: front.name, readOnly: front.readOnly }
          : null,
      kernel: front && front.isOpen ? front.kernel : NO_KERNEL
    };
  }

  onStatusChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => {
      this._listeners.delete(listener);
    };
  }

  bind(path?: string): INotebook {
    if (path !== undefined) {
      const known = this._known.find(
        notebook => notebook.isOpen && notebook.path === path
      );
      if (!known) {
        throw new WorkspaceError(
          'notebook-closed',
          `${path} is not open. Open it to work on it.`
        );
      }
      return known;
    }
    if (!this._front || !this._front.isOpen) {
      throw new WorkspaceError(
        'notebook-closed',
        'No notebook is open. Open one to work on it.'
      );
    }
    return this._front;
  }

  async open(path: string): Promise<INotebook> {
    const known = [...this._known, ...this._closed].find(
      notebook => notebook.path === path
    );
    if (!known) {
      throw new WorkspaceError('not-found', `There is no ${path}.`);
    }
    this.show(known);
    return known;
  }

  /** Nothing is open, as when a page begins: `open` opens it again. */
  closeAll(): void {
    this._closed = this._known.splice(0);
    this._front = null;
  }

  async refresh(path: string): Promise<void> {
    this.refreshed.push(path);
  }

  onMove(listener: (from: string, to: string) => void): () => void {
    this._movers.add(listener);
    return () => this._movers.delete(listener);
  }

  /** A file was renamed. */
  moved(from: string, to: string): void {
    this._movers.forEach(listener => listener(from, to));
  }

  isOpen(path: string): boolean {
    return this._known.some(
      notebook => notebook.isOpen && notebook.path === path
    );
  }

  cellLabel(path: string, cellId: string): string | null {
    const cell = this._known
      .find(notebook => notebook.isOpen && notebook.path === path)
      ?.cell(cellId);
    if (!cell) {
      return null;
    }
    return cell.executionCount === null
      ? `#${cell.index + 1}`
      : `[${cell.executionCount}]`;
  }

  outputEnd(): string {
    return '';
  }

  keepInView(): () => void {
    return () => undefined;
  }

  async revealCell(path: string, cellId: string): Promise<void> {
    this.revealed.push({ path, cellId });
  }

  async mentions(query: string): Promise<IMention[]> {
    return this.mentionable.filter(mention => mention.label.includes(query));
  }

  async variables(query: string): Promise<IMention[]> {
    return (await this.mentions(query)).filter(
      ({ attachment }) => attachment.kind === 'variable'
    );
  }

  async suggestions(): Promise<ISuggestion[]> {
    return this.offered;
  }

  /** The person brings another notebook to the front, or none. */
  show(notebook: INotebook | null): void {
    this._front = notebook;
    if (notebook && !this._known.includes(notebook)) {
      this._known.push(notebook);
    }
    this.changed();
  }

  /** Tells listeners that something in the status has changed. */
  changed(): void {
    this._listeners.forEach(listener => listener());
  }
}
