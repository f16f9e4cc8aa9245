import type {
  IFiles,
  IImages,
  INotebook,
  ISuggestion,
  IWorkspace,
  IWorkspaceStatus
} from '../contract';
import { WorkspaceError } from '../contract';

/** What the panel sees of a workspace: a status, labels and suggestions. */
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
      epoch: 'kernel-0'
    }
  };
  /** By path and cell id, as `path#id`. */
  readonly labels = new Map<string, string>([
    ['work/penguins.ipynb#c1', '[1]'],
    ['work/penguins.ipynb#c2', '[2]']
  ]);
  readonly revealed: { path: string; cellId: string }[] = [];
  offers: ISuggestion[] = [
    {
      title: 'Explore penguins.csv',
      detail: '344 rows, 8 columns, next to this notebook',
      prompt: 'Explore penguins.csv and tell me what you find'
    },
    {
      title: 'Explain cell ⟦c1⟧',
      detail: 'groupby and unstack',
      prompt: 'Explain the first cell'
    }
  ];

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

  bind(): INotebook {
    throw new WorkspaceError('failed', 'The panel binds nothing.');
  }

  get files(): IFiles {
    throw new WorkspaceError('failed', 'The panel reads no files.');
  }

  get images(): IImages {
    throw new WorkspaceError('failed', 'The panel converts no images.');
  }

  cellLabel(path: string, cellId: string): string | null {
    return this.labels.get(`${path}#${cellId}`) ?? null;
  }

  async revealCell(path: string, cellId: string): Promise<void> {
    this.revealed.push({ path, cellId });
  }

  async suggestions(): Promise<ISuggestion[]> {
    return this.offers;
  }

  private readonly _listeners = new Set<() => void>();
}
