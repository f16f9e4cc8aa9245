import type { IFileInfo, IFiles } from '../contract';
import { WorkspaceError } from '../contract';

/** Text, bytes of something that is not text, or only a size. */
export type FakeFile = string | Uint8Array | { size: number };

/** A server's root in memory: path → content. Folders follow from the paths. */
export class FakeFiles implements IFiles {
  /** Calls in order: `list examples`, `read examples/a.csv`. */
  readonly calls: string[] = [];

  constructor(files: Record<string, FakeFile> = {}) {
    this._files = new Map(Object.entries(files));
  }

  set(path: string, file: FakeFile): void {
    this._files.set(path, file);
  }

  remove(path: string): void {
    this._files.delete(path);
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
    const name = normalise(path);
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

  private _files: Map<string, FakeFile>;
}

function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') {
      continue;
    }
    if (part === '..') {
      if (parts.length === 0) {
        throw new WorkspaceError(
          'outside',
          `${path} is outside the folder that Jupyter serves.`
        );
      }
      parts.pop();
    } else {
      parts.push(part);
    }
  }
  return parts.join('/');
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
