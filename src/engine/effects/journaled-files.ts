import {
  WorkspaceError,
  hashText,
  isWorkspaceError,
  pathFromRoot,
  type IFiles,
  type ITextFile
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { ForwardedFiles } from '../util/forwarded-files';
import type { EffectLog } from './effect-log';

/** The largest text of a file that is stored for undo, in bytes. */
export const MAX_KEPT = 1_000_000;

/** Found out before anything is written. */
const UNWRITTEN: ReadonlySet<string> = new Set(['exists', 'changed']);

/**
 * Files for one call with effects: a write is recorded durably before it is
 * done. If the call runs again after a crash and the file is as the call left
 * it, the call is shown the file as it was before, so that it arrives at the
 * same write, which is not done again.
 */
export class JournaledFiles extends ForwardedFiles {
  private readonly _read = new Map<string, ITextFile>();

  constructor(
    files: IFiles,
    private _effects: EffectLog
  ) {
    super(files);
  }

  override async openText(
    path: string,
    maxBytes: number
  ): Promise<ITextFile | null> {
    const file = await this.files.openText(path, maxBytes);
    if (file) {
      this._read.set(inside(path), file);
    }
    const before = file && this._beforeWrite(path, file);
    if (before === null) {
      // The file did not exist when the call began, so this is the server's
      // error.
      throw new WorkspaceError(
        'not-found',
        this._effects.options.trans.__(
          'There was no file %1 when this began.',
          spoken(path)
        )
      );
    }
    return before === undefined || !file
      ? file
      : { ...file, text: before, version: hashText(before) };
  }

  override async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    const hash = hashText(text);
    const earlier = this._effects.replay('write');
    if (earlier) {
      if ((await this._now(path)) === hash) {
        return;
      }
      this._effects.checkAgain();
    } else {
      const before = expected === null ? null : await this._before(path);
      await this._effects.note({
        kind: 'write',
        path: inside(path),
        ...(before !== undefined && { before }),
        hash
      });
    }
    try {
      await this.files.writeText(path, text, expected);
    } catch (error) {
      if (!earlier && isWorkspaceError(error) && UNWRITTEN.has(error.code)) {
        this._effects.refused();
      }
      throw error;
    }
  }

  /**
   * The content of a file before this call wrote it. Null if the file did not
   * exist, undefined if it is no longer as the call left it.
   */
  private _beforeWrite(
    path: string,
    file: ITextFile
  ): string | null | undefined {
    const ahead = this._effects.ahead;
    return ahead?.kind === 'write' &&
      ahead.path === inside(path) &&
      ahead.hash === hashText(file.text)
      ? ahead.before
      : undefined;
  }

  private async _before(path: string): Promise<string | undefined> {
    const file =
      this._read.get(inside(path)) ??
      (await this.files.openText(path, MAX_KEPT));
    return file && file.text.length <= MAX_KEPT ? file.text : undefined;
  }

  /** Hash of the file's present text; null if there is no file. */
  private async _now(path: string): Promise<string | null> {
    try {
      const file = await this.files.openText(path, MAX_KEPT);
      return file && hashText(file.text);
    } catch (error) {
      if (isWorkspaceError(error) && error.code === 'not-found') {
        return null;
      }
      throw error;
    }
  }
}

function inside(path: string): string {
  return pathFromRoot(path) ?? path;
}
