import type {
  IFileInfo,
  IFiles,
  INotebookFile,
  ITextFile
} from '../../contract';

/** Forwards everything to other files; a base class. */
export class ForwardedFiles implements IFiles {
  readonly bytesVersion?: IFiles['bytesVersion'];

  constructor(protected readonly files: IFiles) {
    const bytesVersion = files.bytesVersion?.bind(files);
    if (bytesVersion) {
      this.bytesVersion = async (path, maxBytes) =>
        bytesVersion(await this.pathOf(path, 'content'), maxBytes);
    }
  }

  async list(path: string): Promise<IFileInfo[]> {
    return this.files.list(await this.pathOf(path, 'name'));
  }

  async stat(path: string): Promise<IFileInfo> {
    return this.files.stat(await this.pathOf(path, 'name'));
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    return this.files.readText(await this.pathOf(path, 'content'), maxBytes);
  }

  async readBytes(path: string, length: number): Promise<Uint8Array> {
    return this.files.readBytes(await this.pathOf(path, 'content'), length);
  }

  async openText(path: string, maxBytes: number): Promise<ITextFile | null> {
    return this.files.openText(await this.pathOf(path, 'content'), maxBytes);
  }

  async readNotebook(path: string): Promise<INotebookFile> {
    return this.files.readNotebook(await this.pathOf(path, 'content'));
  }

  async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    const place = await this.pathOf(path, 'content');
    return this.files.writeText(place, text, expected);
  }

  async deleteFile(path: string, expected: string): Promise<void> {
    return this.files.deleteFile(await this.pathOf(path, 'content'), expected);
  }

  /**
   * The path that is passed to the other files, asked for before each request.
   *
   * @param _use whether the file's content is read or changed, or only its name
   * is used.
   */
  protected pathOf(
    path: string,
    _use: 'name' | 'content'
  ): string | Promise<string> {
    return path;
  }
}
