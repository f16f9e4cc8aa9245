import {
  WorkspaceError,
  pathFromRoot,
  type IFiles,
  type ITranslator
} from '../../contract';
import { ForwardedFiles } from '../util/forwarded-files';
import { denyList, hasShortName } from './deny-list';

/**
 * Files as the agent can use them: paths in the server's own spelling, and no
 * file on the person's list is read or written. Names and sizes of such files
 * stay visible, so that a model knows what it cannot have.
 *
 * @param deny returns the present list.
 */
export class GuardedFiles extends ForwardedFiles {
  private _patterns: readonly string[] = [];
  private _isDenied = denyList([]);

  constructor(
    files: IFiles,
    private _deny: () => readonly string[],
    private _trans: ITranslator
  ) {
    super(files);
  }

  protected override pathOf(path: string, use: 'name' | 'content'): string {
    return use === 'name' ? this._inside(path) : this._allowed(path);
  }

  private _inside(path: string): string {
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
        hasShortName(inside)
          ? this._trans.__(
              '%1 looks like a short name of Windows, which may stand for a file that Cellwright never opens (Settings, “Privacy”). Use the whole name; if it has no other, go on without it.',
              path
            )
          : this._trans.__(
              '%1 is on the list of files that Cellwright never opens (Settings, “Privacy”). Go on without it.',
              path
            )
      );
    }
    return inside;
  }
}
