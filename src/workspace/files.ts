import type { Contents } from '@jupyterlab/services';

import type { IFileInfo, IFiles, ITranslator } from '../contract';
import { WorkspaceError } from '../contract/ports';

/** The contents API, read side. */
export class ServerFiles implements IFiles {
  constructor(
    private readonly contents: Contents.IManager,
    private readonly trans: ITranslator
  ) {}

  async list(path: string): Promise<IFileInfo[]> {
    const model = await this.get(path, { content: true });
    if (model.type !== 'directory') {
      throw new WorkspaceError(
        'failed',
        this.trans.__(
          '“%1” is a file, not a folder. Read the file, or list the folder it is in.',
          path
        )
      );
    }
    return (model.content as Contents.IModel[]).map(fileInfo);
  }

  async stat(path: string): Promise<IFileInfo> {
    return fileInfo(await this.get(path, { content: false }));
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    // There are no range reads: a large file would come whole.
    const info = await this.stat(path);
    if (info.type === 'directory') {
      throw new WorkspaceError(
        'failed',
        this.trans.__(
          '“%1” is a folder, not a file. List it to see what is in it.',
          path
        )
      );
    }
    if (info.size !== null && info.size > maxBytes) {
      throw new WorkspaceError(
        'too-large',
        this.trans.__(
          '“%1” has %2 bytes; up to %3 can be read at once. Read it with code in a cell instead.',
          path,
          info.size,
          maxBytes
        )
      );
    }
    let model: Contents.IModel;
    try {
      model = await this.get(path, {
        content: true,
        type: 'file',
        format: 'text'
      });
    } catch (error) {
      // So the server says of a file that is not UTF-8.
      if (error instanceof WorkspaceError && statusOf(error.cause) === 400) {
        return null;
      }
      throw error;
    }
    return model.format === 'text' && typeof model.content === 'string'
      ? model.content
      : null;
  }

  private async get(
    path: string,
    options: Contents.IFetchOptions
  ): Promise<Contents.IModel> {
    const local = this.insidePath(path);
    try {
      return await this.contents.get(local, options);
    } catch (error) {
      throw this.explained(error, local);
    }
  }

  /**
   * The path in the server's own spelling.
   * @throws WorkspaceError `outside`
   */
  private insidePath(path: string): string {
    const parts = path.split('/').filter(part => part !== '' && part !== '.');
    // A drive of JupyterLab's ("Name:…") is another place than the server's root.
    if (
      path.startsWith('/') ||
      path.startsWith('~') ||
      path.includes('\\') ||
      parts.includes('..') ||
      parts[0]?.includes(':')
    ) {
      throw new WorkspaceError(
        'outside',
        this.trans.__(
          '“%1” is not a path within the folder that JupyterLab was started in. Give one from there, such as “data/file.csv”, without “..”.',
          path
        )
      );
    }
    return parts.join('/');
  }

  private explained(error: unknown, path: string): WorkspaceError {
    if (statusOf(error) === 404) {
      return new WorkspaceError(
        'not-found',
        this.trans.__(
          'There is no “%1”. List the folder to see what is there.',
          path
        ),
        { cause: error }
      );
    }
    if (path.split('/').some(part => part.startsWith('.'))) {
      return new WorkspaceError(
        'failed',
        this.trans.__(
          '“%1” is hidden, and this server does not give out hidden files.',
          path
        ),
        { cause: error }
      );
    }
    return new WorkspaceError(
      'failed',
      this.trans.__(
        '“%1” could not be read: %2',
        path,
        error instanceof Error ? error.message : String(error)
      ),
      { cause: error }
    );
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as { response?: { status?: number } } | null)?.response?.status;
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
