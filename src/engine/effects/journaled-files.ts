import {
  WorkspaceError,
  hashText,
  isWorkspaceError,
  pathFromRoot,
  type IFiles,
  type ITextFile
} from '../../contract';
import { ForwardedFiles } from '../util/forwarded-files';
import type { EffectLog } from './effect-log';

/** Bytes of a file's text that are kept to be put back. */
export const MAX_KEPT = 1_000_000;

/**
 * Files as one call with an effect meets them: a write is durable before it is
 * done. When the call runs again after a crash and the file is as the call left
 * it, it is shown as it was before, so that the call comes to the same write,
 * which is not done again.
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
      // As it was when the call began: the error that the server gave then.
      throw new WorkspaceError(
        'not-found',
        this._effects.options.trans.__(
          'At that time there was no file %1.',
          path
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
      this._effects.checkRule();
    } else {
      const before = expected === null ? null : await this._before(path);
      await this._effects.note({
        kind: 'write',
        path: inside(path),
        ...(before !== undefined && { before }),
        hash
      });
    }
    await this.files.writeText(path, text, expected);
  }

  /**
   * What stood in a file that the call has written before; null where there was
   * none, undefined where the file is not as the call left it.
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

  /** Hash of a file's text as it is; null where there is none. */
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
