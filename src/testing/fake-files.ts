import {
  type IFileInfo,
  type IFiles,
  type INotebookFile,
  type ITextFile,
  WorkspaceError,
  hashBytes,
  hashText,
  isBytesHash,
  pathFromRoot
} from '../contract';

/** Text, the bytes of a binary file, or only a size and perhaps its head. */
export type FakeFile =
  string | Uint8Array | { size: number; head?: Uint8Array };

/** A server's root in memory: path → content. Folders follow from the paths. */
export class FakeFiles implements IFiles {
  /** Calls in order: `list examples`, `read examples/a.csv`, `write b.txt`. */
  readonly calls: string[] = [];
  /** Paths on the list of files that are never read. */
  readonly denied = new Set<string>();

  private _files: Map<string, FakeFile>;

  /** Text of files that are open in an editor, unsaved edits included. */
  private _open = new Map<string, string>();

  constructor(files: Record<string, FakeFile> = {}) {
    this._files = new Map(Object.entries(files));
  }

  set(path: string, file: FakeFile): void {
    this._files.set(path, file);
  }

  remove(path: string): void {
    this._files.delete(path);
  }

  /** All files on disk. */
  get all(): ReadonlyMap<string, FakeFile> {
    return this._files;
  }

  /** The content on disk; undefined if the file does not exist. */
  text(path: string): FakeFile | undefined {
    return this._files.get(path);
  }

  /**
   * The person opens a file in an editor, and types there if `text` is given.
   */
  openAsPerson(path: string, text?: string): void {
    this._open.set(path, text ?? String(this._files.get(path) ?? ''));
  }

  async list(path: string): Promise<IFileInfo[]> {
    this.calls.push(`list ${path}`);
    const folder = normalise(path);
    const prefix = folder ? `${folder}/` : '';
    const found = new Map<string, IFileInfo>();
    for (const [name, file] of this._files) {
      if (!name.startsWith(prefix)) {
        continue;
      }
      const [first, ...rest] = name.slice(prefix.length).split('/');
      found.set(
        first,
        rest.length > 0
          ? describe(`${prefix}${first}`, null)
          : describe(name, file)
      );
    }
    if (found.size === 0 && folder) {
      throw missing(path);
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async stat(path: string): Promise<IFileInfo> {
    this.calls.push(`stat ${path}`);
    const name = normalise(path);
    const file = this._files.get(name);
    if (file !== undefined) {
      return describe(name, file);
    }
    if (
      !name ||
      [...this._files.keys()].some(key => key.startsWith(`${name}/`))
    ) {
      return describe(name, null);
    }
    throw missing(path);
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    this.calls.push(`read ${path}`);
    return this._read(path, maxBytes);
  }

  async readBytes(path: string, length: number): Promise<Uint8Array> {
    this.calls.push(`bytes ${path}`);
    const name = normalise(path);
    this._checkDenied(name);
    const file = this._files.get(name);
    if (file === undefined) {
      throw missing(path);
    }
    const bytes =
      typeof file === 'string'
        ? new TextEncoder().encode(file)
        : file instanceof Uint8Array
          ? file
          : (file.head ?? new Uint8Array(file.size));
    return bytes.slice(0, length);
  }

  async openText(path: string, maxBytes: number): Promise<ITextFile | null> {
    this.calls.push(`read ${path}`);
    const open = this._open.get(normalise(path));
    const text = open ?? this._read(path, maxBytes);
    return text === null
      ? null
      : { text, version: hashText(text), isOpen: open !== undefined };
  }

  async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    this.calls.push(`write ${path}`);
    const name = normalise(path);
    this._checkDenied(name);
    const now = this._open.get(name) ?? this._files.get(name);
    if (expected === null && now !== undefined) {
      throw new WorkspaceError('exists', `There is a ${path} already.`);
    }
    if (expected !== null && version(now) !== expected) {
      throw new WorkspaceError('changed', `${path} has changed.`);
    }
    this._files.set(name, text);
    if (this._open.has(name)) {
      this._open.set(name, text);
    }
  }

  async deleteFile(path: string, expected: string): Promise<void> {
    this.calls.push(`delete ${path}`);
    const name = normalise(path);
    this._checkDenied(name);
    const now = this._open.get(name) ?? this._files.get(name);
    if (now === undefined) {
      throw missing(path);
    }
    if ((isBytesHash(expected) ? bytesOf(now) : version(now)) !== expected) {
      throw new WorkspaceError('changed', `${path} has changed.`);
    }
    this._files.delete(name);
    this._open.delete(name);
  }

  async bytesVersion(path: string): Promise<string> {
    this.calls.push(`read ${path}`);
    const file = this._files.get(normalise(path));
    if (file === undefined) {
      throw missing(path);
    }
    return bytesOf(file);
  }

  async readNotebook(path: string): Promise<INotebookFile> {
    this.calls.push(`read ${path}`);
    const name = normalise(path);
    const open = this._open.get(name);
    const text = open ?? this._read(path, Infinity);
    return { path: name, isOpen: open !== undefined, cells: cells(path, text) };
  }

  private _read(path: string, maxBytes: number): string | null {
    const name = normalise(path);
    this._checkDenied(name);
    const file = this._files.get(name);
    if (file === undefined) {
      throw missing(path);
    }
    if (sizeOf(file) > maxBytes) {
      throw new WorkspaceError(
        'too-large',
        `${path} has ${sizeOf(file)} bytes, more than can be read at once.`
      );
    }
    return typeof file === 'string' ? file : null;
  }

  private _checkDenied(name: string): void {
    if (this.denied.has(name)) {
      throw new WorkspaceError('denied', `${name} is never read.`);
    }
  }
}

/** The body of a notebook file with these cells. */
export function notebookJson(
  cells: { id?: string; type?: string; source: string; outputs?: object[] }[]
): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells.map(({ id, type = 'code', source, outputs }) => ({
      ...(id === undefined ? {} : { id }),
      cell_type: type,
      source,
      metadata: {},
      ...(type === 'code' ? { outputs: outputs ?? [] } : {})
    }))
  });
}

function cells(path: string, text: string | null): INotebookFile['cells'] {
  interface IStored {
    id?: string;
    cell_type: 'code' | 'markdown' | 'raw';
    source: string;
  }
  let stored: IStored[] | undefined;
  try {
    stored = (JSON.parse(text ?? '') as { cells?: IStored[] }).cells;
  } catch (cause) {
    throw new WorkspaceError('failed', `${path} is no notebook.`, { cause });
  }
  return (stored ?? []).map(({ id, cell_type, source }, index) => ({
    id: id ?? `#${index}`,
    type: cell_type,
    source
  }));
}

function version(file: FakeFile | undefined): string | null {
  return typeof file === 'string' ? hashText(file) : null;
}

function bytesOf(file: FakeFile): string {
  return hashBytes(
    typeof file === 'string' || file instanceof Uint8Array
      ? Buffer.from(file).toString('base64')
      : ''
  );
}

function normalise(path: string): string {
  const inside = pathFromRoot(path);
  if (inside === null) {
    throw new WorkspaceError(
      'outside',
      `${path} is outside the folder that Jupyter serves.`
    );
  }
  return inside;
}

function missing(path: string): WorkspaceError {
  return new WorkspaceError('not-found', `There is no ${path}.`);
}

function sizeOf(file: FakeFile): number {
  if (typeof file === 'string') {
    return new TextEncoder().encode(file).length;
  }
  return file instanceof Uint8Array ? file.length : file.size;
}

function describe(path: string, file: FakeFile | null): IFileInfo {
  const name = path.split('/').pop() ?? path;
  return {
    name,
    path,
    type:
      file === null
        ? 'directory'
        : name.endsWith('.ipynb')
          ? 'notebook'
          : 'file',
    size: file === null ? null : sizeOf(file),
    modified: '2026-11-21T09:00:00.000Z'
  };
}
