export interface IFileInfo {
  name: string;
  /** From the server's root. */
  path: string;
  type: 'file' | 'directory' | 'notebook';
  /** Bytes; null for directories. */
  size: number | null;
  /** ISO 8601. */
  modified: string;
}

/** A text file, and which one it was: a write compares. */
export interface ITextFile {
  text: string;
  /** Opaque; equal as long as the text is. Of an open document: of its text now. */
  version: string;
  /** Open in an editor: written through its shared model. */
  isOpen: boolean;
}

/** Cells of a notebook that need not be open. */
export interface INotebookFile {
  path: string;
  /** Open: as it is now, unsaved edits included. */
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
   * Text of a file; `null` when it is not text.
   * @throws WorkspaceError `too-large` when it has more than `maxBytes`.
   */
  readText(path: string, maxBytes: number): Promise<string | null>;
  /** Text with its version; null when it is not text. Errors as `readText`. */
  openText(path: string, maxBytes: number): Promise<ITextFile | null>;
  /**
   * Writes a text file; an open document through its shared model, then saved.
   * Folders on the way are made.
   * @param expected the version that was read; null for a new file.
   * @throws WorkspaceError `exists` | `changed` | `outside` | `read-only` | `failed`
   */
  writeText(path: string, text: string, expected: string | null): Promise<void>;
  /**
   * Deletes a file that is still the one that is expected.
   * @param expected the version that was read or written.
   * @throws WorkspaceError `not-found` | `changed` | `read-only` | `outside` | `failed`
   */
  deleteFile(path: string, expected: string): Promise<void>;
  /**
   * Version of a file that may be no text, as `hashBytes` makes it; `deleteFile`
   * takes it, too.
   * @throws WorkspaceError as `readText`
   */
  bytesVersion?(path: string, maxBytes: number): Promise<string>;
  /** @throws WorkspaceError as `readText`, and `failed` for what is no notebook. */
  readNotebook(path: string): Promise<INotebookFile>;
  /**
   * Files under a folder that hold a literal text, by a fast search where the
   * server has one; null where it has none. May name too many, never too few.
   */
  preselect?(
    literal: string,
    folder: string,
    signal: AbortSignal
  ): Promise<string[] | null>;
}
