import {
  WorkspaceError,
  pathFromRoot,
  type IFiles,
  type INotebookFile,
  type ITextFile,
  type ITranslator
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { ForwardedFiles } from './forwarded-files';
import { denyList, hasShortName, holdsSecret } from './deny-list';

/**
 * Files as the agent can use them: paths in the server's own spelling, and no
 * file on the person's list is read or written, nor one that holds a secret
 * (unless the list is empty). Names and sizes of such files stay visible, so
 * that a model knows what it cannot have.
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

  override async readText(path: string, max: number): Promise<string | null> {
    const text = await super.readText(path, max);
    this._refuseSecret(path, text);
    return text;
  }

  override async readBytes(path: string, length: number): Promise<Uint8Array> {
    const bytes = await super.readBytes(path, length);
    // Text in any encoding: in UTF-16, plain letters have zeros between them.
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, 1_000_000));
    this._refuseSecret(path, text.replaceAll('\0', ''));
    return bytes;
  }

  override async openText(
    path: string,
    max: number
  ): Promise<ITextFile | null> {
    const file = await super.openText(path, max);
    this._refuseSecret(path, file?.text ?? null);
    return file;
  }

  override async readNotebook(path: string): Promise<INotebookFile> {
    const notebook = await super.readNotebook(path);
    notebook.cells.forEach(({ source }) => this._refuseSecret(path, source));
    return notebook;
  }

  private _refuseSecret(path: string, text: string | null): void {
    if (text !== null && this._deny().length > 0 && holdsSecret(text)) {
      throw new WorkspaceError(
        'denied',
        this._trans.__(
          '%1 holds what looks like a private key or an access token, so Cellwright does not read it. Go on without it.',
          spoken(path)
        )
      );
    }
  }

  private _inside(path: string): string {
    const inside = pathFromRoot(path);
    if (inside === null) {
      throw new WorkspaceError(
        'outside',
        this._trans.__(
          '%1 is not a path inside the folder that Jupyter serves. Give a path relative to that folder, without “..” and without a leading slash.',
          spoken(path)
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
              spoken(path)
            )
          : this._trans.__(
              '%1 is on the list of files that Cellwright never opens (Settings, “Privacy”). Go on without it.',
              spoken(path)
            )
      );
    }
    return inside;
  }
}
