export interface IFileInfo {
  name: string;
  /** Path from the server's root. */
  path: string;
  type: 'file' | 'directory' | 'notebook';
  /** In bytes; null for directories. */
  size: number | null;
  /** ISO 8601. */
  modified: string;
}

/** A text file and its version, which a write compares. */
export interface ITextFile {
  text: string;
  /**
   * Opaque; equal as long as the text is. For an open document, the version of
   * its current text.
   */
  version: string;
  /** Open in an editor, and therefore written through its shared model. */
  isOpen: boolean;
}

/** Cells of a notebook, which need not be open. */
export interface INotebookFile {
  path: string;
  /** Set if it is open; the cells then include unsaved edits. */
  isOpen: boolean;
  cells: { id: string; type: 'code' | 'markdown' | 'raw'; source: string }[];
}

/** The contents API; paths are relative to the server's root. */
export interface IFiles {
  /** @throws WorkspaceError `not-found` | `outside` | `failed` */
  list(path: string): Promise<IFileInfo[]>;
  /** Size and kind without content. */
  stat(path: string): Promise<IFileInfo>;
  /**
   * Text of a file; `null` if it is not text.
   * @throws WorkspaceError `too-large` if it has more than `maxBytes`.
   */
  readText(path: string, maxBytes: number): Promise<string | null>;
  /**
   * The first bytes of a file on disk, at most `length`; however large it is,
   * no more is fetched.
   */
  readBytes(path: string, length: number): Promise<Uint8Array>;
  /** Text with its version; null if it is not text. Errors as for `readText`. */
  openText(path: string, maxBytes: number): Promise<ITextFile | null>;
  /**
   * Writes a text file; an open document is changed through its shared model
   * and saved. Missing folders are created.
   * @param expected the version that was read; null for a new file.
   * @throws WorkspaceError `exists` | `changed` | `outside` | `read-only` |
   * `failed`
   */
  writeText(path: string, text: string, expected: string | null): Promise<void>;
  /**
   * Deletes a file if it is still the expected version.
   * @param expected the version that was read or written.
   * @throws WorkspaceError `not-found` | `changed` | `read-only` | `outside` |
   * `failed`
   */
  deleteFile(path: string, expected: string): Promise<void>;
  /**
   * Version of a file that may not be text, as `hashBytes` computes it;
   * `deleteFile` accepts it too.
   * @throws WorkspaceError as for `readText`
   */
  bytesVersion?(path: string, maxBytes: number): Promise<string>;
  /** @throws WorkspaceError as for `readText`, and `failed` if it is not a notebook. */
  readNotebook(path: string): Promise<INotebookFile>;
}
