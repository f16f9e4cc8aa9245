import {
  isWorkspaceError,
  ThreadError,
  type IFiles,
  type ITextFile,
  type ITranslator
} from '../../contract';

/** Bytes of a file of threads that is still read and written. */
const LARGEST_FILE = 50 * 1024 * 1024;

/**
 * How long the file under the old name stays beside the one under the new, in
 * ms. A listing of the folder is answered as if there were no such folder where
 * a file vanishes under it, and JupyterLab lists it right after a rename.
 */
const LEAVING = 500;

export interface IThreadFileAccessOptions {
  files: Pick<IFiles, 'openText' | 'writeText' | 'deleteFile'>;
  trans: ITranslator;
  /** Instead of the time that a file stays under its old name, in ms. */
  leaving?: number;
}

/** The file of threads beside a notebook, read, written and left. */
export class ThreadFileAccess {
  private readonly _options: IThreadFileAccessOptions;

  constructor(options: IThreadFileAccessOptions) {
    this._options = options;
  }

  /** Null where there is no file yet. */
  async read(path: string): Promise<ITextFile | null> {
    const { files, trans } = this._options;
    try {
      const file = await files.openText(path, LARGEST_FILE);
      if (file) {
        return file;
      }
    } catch (error) {
      if (isWorkspaceError(error) && error.code === 'not-found') {
        return null;
      }
      throw error;
    }
    throw new ThreadError(
      trans.__(
        '%1 is not a text file. Move it away to keep conversations.',
        path
      )
    );
  }

  /**
   * @param isPatient whether it is no error that somebody else has written it
   * since.
   * @returns false where that is so.
   */
  async wrote(
    path: string,
    text: string,
    before: ITextFile | null,
    isPatient = true
  ): Promise<boolean> {
    const { files, trans } = this._options;
    if (text.length > LARGEST_FILE) {
      throw new ThreadError(
        trans.__(
          'The conversations of this notebook are too large to be kept in %1. They are kept in this browser. Delete old ones to keep the rest in the file.',
          path
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
   * Deletes the file under an old name, once what a rename has set off has
   * listed the folder.
   * @param version of the file that was read: a newer one stays.
   */
  async leave(path: string, version: string): Promise<void> {
    const { files, leaving = LEAVING } = this._options;
    await new Promise(resolve => setTimeout(resolve, leaving));
    await files.deleteFile(path, version);
  }
}
