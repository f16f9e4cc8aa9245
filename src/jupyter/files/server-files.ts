import type { Contents } from '@jupyterlab/services';

import type {
  IFileInfo,
  IFiles,
  INotebookFile,
  ITextFile,
  ITranslator
} from '../../contract';
import { hashBytes, hashText } from '../../contract/text/hash';
import { pathFromRoot } from '../../contract/text/path-from-root';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { fileError, isNoFile, outsideError, statusOf } from './file-errors';
import { openCells, storedCells } from '../cells/stored-cells';
import type { OpenDocuments } from './open-documents';

/**
 * Most bytes of a notebook: a larger one is mostly outputs, and would be
 * fetched whole.
 */
const MAX_NOTEBOOK = 20_000_000;

export interface IServerFilesOptions {
  contents: Contents.IManager;
  trans: ITranslator;
  /** Documents in tabs, whose current text is read in place of the file. */
  open: OpenDocuments;
}

/**
 * The contents API, with documents open in tabs in place of the files on disk.
 */
export class ServerFiles implements IFiles {
  private readonly _options: IServerFilesOptions & { files: IFiles };

  constructor(options: IServerFilesOptions) {
    this._options = { ...options, files: this };
  }

  async list(path: string): Promise<IFileInfo[]> {
    const model = await this._get(path, { content: true });
    if (model.type !== 'directory') {
      throw new WorkspaceError(
        'failed',
        this._options.trans.__(
          '“%1” is a file, not a folder. Read the file, or list the folder it is in.',
          path
        )
      );
    }
    return (model.content as Contents.IModel[]).map(fileInfo);
  }

  async stat(path: string): Promise<IFileInfo> {
    return fileInfo(await this._get(path, { content: false }));
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    await this._checkSize(path, maxBytes);
    let model: Contents.IModel;
    try {
      model = await this._get(path, {
        content: true,
        type: 'file',
        format: 'text'
      });
    } catch (error) {
      // The server's answer for a file that is not UTF-8.
      if (
        error instanceof WorkspaceError &&
        statusOf(error.cause) === 400 &&
        !isNoFile(error.cause)
      ) {
        return null;
      }
      throw error;
    }
    return model.format === 'text' && typeof model.content === 'string'
      ? model.content
      : null;
  }

  async readBytes(path: string, length: number): Promise<Uint8Array> {
    const { readBytes } = await import('../lazy-chunk');
    return readBytes(this._inside(path), length, this._options);
  }

  async openText(path: string, maxBytes: number): Promise<ITextFile | null> {
    const open = this._options.open.text(this._inside(path));
    const text =
      open?.source.getSource() ?? (await this.readText(path, maxBytes));
    if (text === null) {
      return null;
    }
    if (text.length > maxBytes) {
      throw this._tooLarge(path, text.length, maxBytes);
    }
    return { text, version: hashText(text), isOpen: open !== null };
  }

  async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    const { writeText } = await import('../lazy-chunk');
    await writeText(this._inside(path), text, expected, this._options);
  }

  async deleteFile(path: string, expected: string): Promise<void> {
    const { deleteFile } = await import('../lazy-chunk');
    await deleteFile(this._inside(path), expected, this._options);
  }

  async bytesVersion(path: string, maxBytes: number): Promise<string> {
    const { wholeBase64 } = await import('../lazy-chunk');
    await this._checkSize(path, maxBytes);
    return hashBytes(await wholeBase64(this._inside(path), this._options));
  }

  async readNotebook(path: string): Promise<INotebookFile> {
    const local = this._inside(path);
    const panel = this._options.open.notebook(local);
    if (panel) {
      return { path: local, isOpen: true, cells: openCells(panel) };
    }
    await this._checkSize(local, MAX_NOTEBOOK);
    const cells = storedCells(await this._notebookContent(local));
    if (!cells) {
      throw this._noNotebook(path);
    }
    return { path: local, isOpen: false, cells };
  }

  /** The contents API has no range reads: a file is fetched whole. */
  private async _checkSize(path: string, maxBytes: number): Promise<void> {
    const info = await this.stat(path);
    if (info.type === 'directory') {
      throw new WorkspaceError(
        'failed',
        this._options.trans.__(
          '“%1” is a folder, not a file. List it to see what is in it.',
          path
        )
      );
    }
    if (info.size !== null && info.size > maxBytes) {
      throw this._tooLarge(path, info.size, maxBytes);
    }
  }

  private _tooLarge(path: string, size: number, most: number): WorkspaceError {
    return new WorkspaceError(
      'too-large',
      this._options.trans.__(
        '“%1” has %2 bytes; up to %3 can be read at once. Read it with code in a cell instead.',
        path,
        size,
        most
      )
    );
  }

  private async _notebookContent(path: string): Promise<unknown> {
    try {
      return (await this._get(path, { content: true, type: 'notebook' }))
        .content;
    } catch (error) {
      if (error instanceof WorkspaceError && statusOf(error.cause) === 400) {
        throw this._noNotebook(path, error.cause);
      }
      throw error;
    }
  }

  private _noNotebook(path: string, cause?: unknown): WorkspaceError {
    return new WorkspaceError(
      'failed',
      this._options.trans.__(
        '“%1” could not be read as a notebook. Its content may be damaged.',
        path
      ),
      { cause }
    );
  }

  private async _get(
    path: string,
    options: Contents.IFetchOptions
  ): Promise<Contents.IModel> {
    const local = this._inside(path);
    const { contents, trans } = this._options;
    try {
      return await contents.get(local, options);
    } catch (error) {
      throw fileError(error, local, 'read', trans);
    }
  }

  /**
   * The path in the server's own spelling.
   *
   * @throws WorkspaceError `outside`
   */
  private _inside(path: string): string {
    const local = pathFromRoot(path);
    if (local === null) {
      throw outsideError(path, this._options.trans);
    }
    return local;
  }
}

function fileInfo(model: Contents.IModel): IFileInfo {
  const type =
    model.type === 'directory' || model.type === 'notebook'
      ? model.type
      : 'file';
  return {
    name: model.name,
    path: model.path,
    type,
    size: type === 'directory' ? null : (model.size ?? null),
    modified: model.last_modified
  };
}
