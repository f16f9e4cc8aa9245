import { WorkspaceError, pathFromRoot } from '../../contract';
import type {
  IFileInfo,
  IFiles,
  INotebookFile,
  ITextFile,
  ITranslator
} from '../../contract';
import { denyList } from './deny-list';

/**
 * Files as the agent meets them: paths in the server's own spelling, and
 * nothing read from or written to what is on the person's list. Names and sizes
 * of such files can be seen, so that a model knows what it cannot have.
 *
 * @param deny the list as it is now.
 */
export class GuardedFiles implements IFiles {
  readonly preselect?: IFiles['preselect'];
  #patterns: readonly string[] = [];
  #isDenied = denyList([]);

  constructor(
    private _files: IFiles,
    private _deny: () => readonly string[],
    private _trans: ITranslator
  ) {
    if (_files.preselect) {
      this.preselect = async (literal, folder, signal) =>
        _files.preselect?.(literal, this.#inside(folder), signal) ?? null;
    }
  }

  async list(path: string): Promise<IFileInfo[]> {
    return this._files.list(this.#inside(path));
  }

  async stat(path: string): Promise<IFileInfo> {
    return this._files.stat(this.#inside(path));
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    return this._files.readText(this.#allowed(path), maxBytes);
  }

  async openText(path: string, maxBytes: number): Promise<ITextFile | null> {
    return this._files.openText(this.#allowed(path), maxBytes);
  }

  async readNotebook(path: string): Promise<INotebookFile> {
    return this._files.readNotebook(this.#allowed(path));
  }

  async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    return this._files.writeText(this.#allowed(path), text, expected);
  }

  async deleteFile(path: string, expected: string): Promise<void> {
    return this._files.deleteFile(this.#allowed(path), expected);
  }

  #inside(path: string): string {
    const inside = pathFromRoot(path);
    if (inside === null) {
      throw new WorkspaceError(
        'outside',
        this._trans.__(
          '%1 is not a path inside the folder that Jupyter serves. Give a path relative to that folder, without “..” and without a leading slash.',
          path
        )
      );
    }
    return inside;
  }

  #allowed(path: string): string {
    const inside = this.#inside(path);
    const patterns = this._deny();
    if (patterns !== this.#patterns) {
      this.#patterns = patterns;
      this.#isDenied = denyList(patterns);
    }
    if (this.#isDenied(inside)) {
      throw new WorkspaceError(
        'denied',
        this._trans.__(
          '%1 is on the list of files that Cellwright never opens (Settings, “Privacy”). Go on without it.',
          path
        )
      );
    }
    return inside;
  }
}
