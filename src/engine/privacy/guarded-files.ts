import {
  WorkspaceError,
  pathFromRoot,
  type IFileInfo,
  type IFiles,
  type INotebookFile,
  type ITextFile,
  type ITranslator
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
  private _patterns: readonly string[] = [];
  private _isDenied = denyList([]);

  constructor(
    private _files: IFiles,
    private _deny: () => readonly string[],
    private _trans: ITranslator
  ) {
    if (_files.preselect) {
      this.preselect = async (literal, folder, signal) =>
        _files.preselect?.(literal, this._inside(folder), signal) ?? null;
    }
  }

  async list(path: string): Promise<IFileInfo[]> {
    return this._files.list(this._inside(path));
  }

  async stat(path: string): Promise<IFileInfo> {
    return this._files.stat(this._inside(path));
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    return this._files.readText(this._allowed(path), maxBytes);
  }

  async openText(path: string, maxBytes: number): Promise<ITextFile | null> {
    return this._files.openText(this._allowed(path), maxBytes);
  }

  async readNotebook(path: string): Promise<INotebookFile> {
    return this._files.readNotebook(this._allowed(path));
  }

  async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    return this._files.writeText(this._allowed(path), text, expected);
  }

  async deleteFile(path: string, expected: string): Promise<void> {
    return this._files.deleteFile(this._allowed(path), expected);
  }

  private _inside(path: string): string {
    const inside = pathFromRoot(path);
    if (inside === null) {
      throw new WorkspaceError(
        'outside',
        this._trans.__(
          '%1 is not a path below the folder that Jupyter serves. Give it from there, without “..” and without a leading slash.',
          path
        )
      );
    }
    return inside;
  }

  private _allowed(path: string): string {
    const inside = this._inside(path);
    const patterns = this._deny();
    if (patterns !== this._patterns) {
      this._patterns = patterns;
      this._isDenied = denyList(patterns);
    }
    if (this._isDenied(inside)) {
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
