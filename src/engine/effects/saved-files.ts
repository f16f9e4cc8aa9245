import type {
  IFileInfo,
  IFiles,
  INotebookFile,
  ITextFile
} from '../../contract';

/** Files as they are once what the run put into its notebook is saved. */
export class SavedFiles implements IFiles {
  readonly preselect?: IFiles['preselect'];
  private readonly _files: IFiles;
  private readonly _flush: () => Promise<void>;

  constructor(files: IFiles, flush: () => Promise<void>) {
    this._files = files;
    this._flush = flush;
    const preselect = files.preselect?.bind(files);
    if (preselect) {
      this.preselect = async (...args) => {
        await flush();
        return preselect(...args);
      };
    }
  }

  async list(path: string): Promise<IFileInfo[]> {
    await this._flush();
    return this._files.list(path);
  }

  async stat(path: string): Promise<IFileInfo> {
    await this._flush();
    return this._files.stat(path);
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    await this._flush();
    return this._files.readText(path, maxBytes);
  }

  async openText(path: string, maxBytes: number): Promise<ITextFile | null> {
    await this._flush();
    return this._files.openText(path, maxBytes);
  }

  async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    await this._flush();
    return this._files.writeText(path, text, expected);
  }

  async deleteFile(path: string, expected: string): Promise<void> {
    await this._flush();
    return this._files.deleteFile(path, expected);
  }

  async readNotebook(path: string): Promise<INotebookFile> {
    await this._flush();
    return this._files.readNotebook(path);
  }
}
