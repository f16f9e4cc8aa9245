import type { IFiles } from './files';
import type { IGrammars } from './grammars';
import type { IDocumentContent, IDocuments } from './documents';
import type { IImages } from './images';
import type { IKernelInfo } from './kernel-info';
import type { INotebook } from './notebook';
import type { IPatterns } from './patterns';
import type { IShell } from './shell';

/** The current workspace, as the panel shows it. */
export interface IWorkspaceStatus {
  /** The notebook a message would be bound to; null if none is open. */
  notebook: { path: string; name: string; readOnly: boolean } | null;
  kernel: IKernelInfo;
}

/** The workspace as a whole. */
export interface IWorkspace {
  readonly status: IWorkspaceStatus;
  /** The server's root folder; empty if not known. */
  readonly root: string;
  /** @returns a function that unsubscribes. */
  onStatusChange(listener: () => void): () => void;
  /**
   * Binds to the notebook in front, or to the open notebook with this path.
   * @throws WorkspaceError if there is none.
   */
  bind(path?: string): INotebook;
  readonly files: IFiles;
  readonly shell: IShell;
  readonly patterns: IPatterns;
  readonly images: IImages;
  readonly documents: IDocuments;
  readonly grammars: IGrammars;
  /**
   * The current label of a cell: its execution count, `[5]`, or else its
   * position, `#4`; null if the cell is gone. Also takes the beginning of an id
   * if it fits only one cell.
   */
  cellLabel(path: string, cellId: string): string | null;
  /** Whether the notebook with this path is open, so that its cells are known. */
  isOpen(path: string): boolean;
  /** Opens a notebook unless it is open. @throws WorkspaceError */
  open(path: string): Promise<INotebook>;
  /**
   * Reloads an open notebook if another page has saved it and this page has no
   * unsaved changes. Never rejects: a conflict is reported when saving.
   */
  refresh(path: string): Promise<void>;
  /**
   * Calls back when a file is renamed or moved. @returns a function that
   * unsubscribes.
   */
  onMove(listener: (from: string, to: string) => void): () => void;
  /**
   * Scrolls to a cell and makes it active; opens the notebook if needed. Also
   * takes the beginning of an id if it fits only one cell.
   * @throws WorkspaceError that lists candidates, if the id fits no cell or
   * several.
   */
  revealCell(path: string, cellId: string): Promise<void>;
  /**
   * Scrolls to a cell of a visible notebook and keeps it in view while it
   * grows, without a change of focus or active cell.
   *
   * @param onScroll called when the person scrolls, which ends it.
   * @returns a function that ends it.
   */
  keepInView(path: string, cellId: string, onScroll: () => void): () => void;
  /**
   * The end of what a cell has printed, as far as it may hold a last line;
   * empty if it printed nothing.
   */
  outputEnd(path: string, cellId: string): string;
  /**
   * What `@` completes: cells of the notebook in front, its variables, and
   * files near it. Best matches first, at most 20.
   */
  mentions(query: string): Promise<IMention[]>;
  /**
   * Variables of the notebook in front whose name holds the query, best matches
   * first, at most 20. Waits for a busy kernel, for half a minute at most.
   */
  variables(query: string): Promise<IMention[]>;
  /** Suggestions for an empty conversation, based on the notebook at hand. */
  suggestions(): Promise<ISuggestion[]>;
}

/** Something that can be attached to a message. */
export interface IMention {
  attachment: IAttachment;
  /** "[5] df = load()", "penguins: DataFrame", "data/a.csv" */
  label: string;
  detail: string;
}

/** What a person attached to a message; shown as a chip. */
export type IAttachment =
  | {
      kind: 'cell';
      cellId: string;
      /** Path of the cell's notebook. */
      notebook: string;
      /** The selected part of the cell, if only that is meant. */
      selection?: string;
    }
  | { kind: 'variable'; name: string }
  | { kind: 'file'; path: string }
  | {
      /** Pasted, dropped or chosen. */
      kind: 'image';
      name: string;
      /** `image/png` or `image/jpeg`. */
      mimeType: string;
      width: number;
      height: number;
      /** base64; removed once the engine has stored it in the image store. */
      data?: string;
      /** Id in the image store. */
      imageId?: string;
      /** The MCP server it was read from; absent for the person's own file. */
      server?: string;
    }
  | {
      /** A PDF or a text file: pasted, dropped or chosen. */
      kind: 'document';
      name: string;
      /** `application/pdf` or `text/plain`. */
      mimeType: string;
      /** Number of pages that are stored. */
      pages: number;
      /** Its text, until the engine has put it in the image store. */
      content?: IDocumentContent;
      /** Id in the image store. */
      documentId?: string;
      /** The MCP server it was read from; absent for the person's own file. */
      server?: string;
    }
  | {
      /**
       * A resource of an MCP server; read when the message is sent, and then
       * one of the above.
       */
      kind: 'resource';
      server: string;
      uri: string;
      name: string;
    };

/** A suggestion. */
export interface ISuggestion {
  /** "Explore penguins.csv"; may hold cell marks. */
  title: string;
  /** "Next to this notebook" */
  detail: string;
  /** The message it sends. */
  prompt: string;
}
