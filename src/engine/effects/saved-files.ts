import type {
  IFileInfo,
  IFiles,
  INotebookFile,
  ITextFile
} from '../../contract';

/** Files as they are once what the run put into its notebook is saved. */
export class SavedFiles implements IFiles {
  readonly preselect?: IFiles['preselect'];
  readonly #files: IFiles;
  readonly #flush: () => Promise<void>;

  constructor(files: IFiles, flush: () => Promise<void>) {
    this.#files = files;
    this.#flush = flush;
    const preselect = files.preselect?.bind(files);
    if (preselect) {
      this.preselect = async (...args) => {
        await flush();
        return preselect(...args);
      };
    }
  }

  async list(path: string): Promise<IFileInfo[]> {
    await this.#flush();
    return this.#files.list(path);
  }

  async stat(path: string): Promise<IFileInfo> {
    await this.#flush();
    return this.#files.stat(path);
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    await this.#flush();
    return this.#files.readText(path, maxBytes);
  }

  async openText(path: string, maxBytes: number): Promise<ITextFile | null> {
    await this.#flush();
    return this.#files.openText(path, maxBytes);
  }

  async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    await this.#flush();
    return this.#files.writeText(path, text, expected);
  }

  async deleteFile(path: string, expected: string): Promise<void> {
    await this.#flush();
    return this.#files.deleteFile(path, expected);
  }

  async readNotebook(path: string): Promise<INotebookFile> {
    await this.#flush();
    return this.#files.readNotebook(path);
  }
}
