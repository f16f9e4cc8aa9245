import {
  fileName,
  type IFiles,
  type IGrammars,
  type IMention,
  type INotebook,
  type IPatterns,
  type ISuggestion,
  type IWorkspace,
  type IWorkspaceStatus,
  WorkspaceError
} from '../contract';
import { FakeNotebook } from './fake-notebook';
import { FakeShell } from './fake-shell';
import { FakeDocuments } from './fake-documents';
import { FakeImages } from './fake-images';

/**
 * The part of a workspace that the panel uses: a status, labels and
 * suggestions.
 */
export class FakeWorkspaceView implements IWorkspace {
  status: IWorkspaceStatus = {
    notebook: {
      path: 'work/penguins.ipynb',
      name: 'penguins.ipynb',
      readOnly: false
    },
    kernel: {
      status: 'idle',
      displayName: 'Python 3 (ipykernel)',
      language: 'python',
      mimeType: 'text/x-ipython',
      epoch: 'kernel-0',
      activity: 0
    }
  };

  /** By path and cell id, as `path#id`. */
  readonly labels = new Map<string, string>([
    ['work/penguins.ipynb#c1', '[1]'],
    ['work/penguins.ipynb#c2', '[2]']
  ]);

  /** What cells have printed, as `path#id`. */
  readonly printed = new Map<string, string>();

  /** The cell that is kept in view. */
  inView: { path: string; cellId: string; onScroll(): void } | null = null;

  readonly revealed: { path: string; cellId: string }[] = [];
  /**
   * What `@` can complete; the items whose label contains the query are
   * returned.
   */
  mentionable: IMention[] = [
    {
      attachment: {
        kind: 'cell',
        cellId: 'c1',
        notebook: 'work/penguins.ipynb'
      },
      label: '[1] import pandas as pd',
      detail: 'code cell'
    },
    {
      attachment: { kind: 'variable', name: 'penguins' },
      label: 'penguins: DataFrame',
      detail: '344 rows, 8 columns'
    },
    {
      attachment: { kind: 'file', path: 'work/penguins.csv' },
      label: 'penguins.csv',
      detail: 'work'
    }
  ];

  /** Queries that were looked up, in order. */
  readonly mentionQueries: string[] = [];
  /** Delays a lookup. */
  mentionsHeld: Promise<void> = Promise.resolve();

  /** What `variables` gives, and what it waits for. */
  lateVariables: IMention[] = [];

  variablesHeld: Promise<void> = Promise.resolve();
  offers: ISuggestion[] = [
    {
      title: 'Explore penguins.csv',
      detail: 'Next to this notebook',
      prompt: 'Explore penguins.csv and tell me what you find'
    },
    {
      title: 'Explain cell ⟦c1⟧',
      detail: 'groupby and unstack',
      prompt: 'Explain the first cell'
    }
  ];

  readonly shell = new FakeShell({
    onCommand: () => {
      throw new WorkspaceError('failed', 'The panel runs no commands.');
    }
  });

  readonly root = '';

  readonly images = new FakeImages();
  readonly documents = new FakeDocuments();

  /** Paths of notebooks that are not open; all others are. */
  readonly closed = new Set<string>();

  private readonly _notebooks = new Map<string, FakeNotebook>();
  private readonly _listeners = new Set<() => void>();

  private readonly _moveListeners = new Set<
    (from: string, to: string) => void
  >();

  get listeners(): number {
    return this._listeners.size;
  }

  onStatusChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  changed(): void {
    this._listeners.forEach(listener => listener());
  }

  /** For creating a rule for the notebook. */
  bind(path: string): FakeNotebook {
    if (this.closed.has(path)) {
      throw new WorkspaceError('notebook-closed', `${path} is not open.`);
    }
    const notebook = this._notebooks.get(path) ?? new FakeNotebook({ path });
    this._notebooks.set(path, notebook);
    return notebook;
  }

  get files(): IFiles {
    throw new WorkspaceError('failed', 'The panel reads no files.');
  }

  get patterns(): IPatterns {
    throw new WorkspaceError('failed', 'The panel searches nothing.');
  }

  get grammars(): IGrammars {
    throw new WorkspaceError('failed', 'The panel parses nothing.');
  }

  isOpen(path: string): boolean {
    return !this.closed.has(path);
  }

  cellLabel(path: string, cellId: string): string | null {
    return this.labels.get(`${path}#${cellId}`) ?? null;
  }

  async open(path: string): Promise<INotebook> {
    this.closed.delete(path);
    return this.bind(path);
  }

  async refresh(): Promise<void> {
    // There are no files to reload.
  }

  onMove(listener: (from: string, to: string) => void): () => void {
    this._moveListeners.add(listener);
    return () => this._moveListeners.delete(listener);
  }

  /** Brings another notebook to the front; null for none. */
  bringToFront(path: string | null): void {
    this.status = {
      ...this.status,
      notebook:
        path === null ? null : { path, name: fileName(path), readOnly: false }
    };
    this.changed();
  }

  /** Changes the path of the notebook in front. */
  move(to: string): void {
    const from = this.status.notebook?.path ?? '';
    this._moveListeners.forEach(listener => listener(from, to));
    this.bringToFront(to);
  }

  async revealCell(path: string, cellId: string): Promise<void> {
    this.revealed.push({ path, cellId });
  }

  outputEnd(path: string, cellId: string): string {
    return this.printed.get(`${path}#${cellId}`) ?? '';
  }

  keepInView(path: string, cellId: string, onScroll: () => void): () => void {
    const stored = { path, cellId, onScroll };
    this.inView = stored;
    return () => {
      this.inView = this.inView === stored ? null : this.inView;
    };
  }

  async mentions(query: string): Promise<IMention[]> {
    this.mentionQueries.push(query);
    await this.mentionsHeld;
    return this.mentionable.filter(mention =>
      mention.label.toLowerCase().includes(query.toLowerCase())
    );
  }

  async variables(query: string): Promise<IMention[]> {
    await this.variablesHeld;
    return this.lateVariables.filter(({ label }) => label.includes(query));
  }

  async suggestions(): Promise<ISuggestion[]> {
    return this.offers;
  }
}
