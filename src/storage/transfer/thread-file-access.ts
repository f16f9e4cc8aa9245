import {
  ifRefused,
  isWorkspaceError,
  ThreadError,
  type IFiles,
  type ITextFile,
  type ITranslator
} from '../../contract';
import { spoken } from '../../contract/text/spoken';

/** Maximum size in bytes of a thread file that is read and written. */
const MAX_FILE = 50 * 1024 * 1024;

/**
 * How long the file under the old name is kept beside the new one, in ms. If a
 * file disappears while its folder is being listed, the server answers as if
 * the folder did not exist, and JupyterLab lists it right after a rename.
 */
const LEAVING = 500;

export interface IThreadFileAccessOptions {
  files: Pick<IFiles, 'openText' | 'writeText' | 'deleteFile'>;
  trans: ITranslator;
  /** Replaces the time in ms that a file stays under its old name. */
  leaving?: number;
}

/** Reads, writes and deletes the file of threads beside a notebook. */
export class ThreadFileAccess {
  private readonly _options: IThreadFileAccessOptions;

  constructor(options: IThreadFileAccessOptions) {
    this._options = options;
  }

  /** Null if there is no file yet. */
  async read(path: string): Promise<ITextFile | null> {
    const { files, trans } = this._options;
    const file = await files
      .openText(path, MAX_FILE)
      .catch(ifRefused(undefined, 'not-found'));
    if (file !== null) {
      return file ?? null;
    }
    throw new ThreadError(
      trans.__(
        '%1 is not a text file. Move it away to keep conversations.',
        spoken(path)
      )
    );
  }

  /**
   * @param isPatient whether it is acceptable that somebody else has written
   * the file since.
   * @returns false if somebody has.
   */
  async wrote(
    path: string,
    text: string,
    before: ITextFile | null,
    isPatient = true
  ): Promise<boolean> {
    const { files, trans } = this._options;
    if (text.length > MAX_FILE) {
      throw new ThreadError(
        trans.__(
          'The conversations of this notebook are too large to be kept in %1. They are kept in this browser. Delete old ones to keep the rest in the file.',
          spoken(path)
        )
      );
    }
    try {
      await files.writeText(path, text, before?.version ?? null);
      return true;
    } catch (error) {
      const isLate =
        isWorkspaceError(error) &&
        (error.code === 'changed' || error.code === 'exists');
      if (isLate && isPatient) {
        return false;
      }
      throw error;
    }
  }

  /**
   * Deletes the file under an old name, after JupyterLab has listed the folder
   * because of the rename.
   * @param version the version that was read; a newer file is kept.
   */
  async leave(path: string, version: string): Promise<void> {
    const { files, leaving = LEAVING } = this._options;
    await new Promise(resolve => setTimeout(resolve, leaving));
    await files.deleteFile(path, version);
  }
}
