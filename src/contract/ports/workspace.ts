import type { IFiles } from './files';
import type { IGrammars } from './grammars';
import type { IDocumentContent, IDocuments } from './documents';
import type { IImages } from './images';
import type { IKernelInfo } from './kernel-info';
import type { INotebook } from './notebook';
import type { IPatterns } from './patterns';
import type { IShell } from './shell';

/** What the panel shows of the workspace at any moment. */
export interface IWorkspaceStatus {
  /** The notebook a message would be bound to; null when none is open. */
  notebook: { path: string; name: string; readOnly: boolean } | null;
  kernel: IKernelInfo;
}

/** The workspace as a whole. */
export interface IWorkspace {
  readonly status: IWorkspaceStatus;
  /** Where the server has its files; empty where that is not known. */
  readonly root: string;
  /** @returns a function that ends the subscription. */
  onStatusChange(listener: () => void): () => void;
  /**
   * Binds to the notebook in front, or to the open one with this path.
   * @throws WorkspaceError when there is none.
   */
  bind(path?: string): INotebook;
  readonly files: IFiles;
  readonly shell: IShell;
  readonly patterns: IPatterns;
  readonly images: IImages;
  readonly documents: IDocuments;
  readonly grammars: IGrammars;
  /**
   * The label a cell has now: its execution count, `[5]`, else its position, `#4`;
   * null when gone. Takes the beginning of an id where one cell has it alone.
   */
  cellLabel(path: string, cellId: string): string | null;
  /** Whether the notebook with this path is open, so that its cells are known. */
  isOpen(path: string): boolean;
  /** Opens a notebook where it is not open. @throws WorkspaceError */
  open(path: string): Promise<INotebook>;
  /**
   * Reads an open notebook anew where another page has saved it and nothing in
   * this one is unsaved. Never rejects: a conflict is told when it is saved.
   */
  refresh(path: string): Promise<void>;
  /** A file was renamed or moved. @returns a function that ends the subscription. */
  onMove(listener: (from: string, to: string) => void): () => void;
  /**
   * Scrolls to a cell and makes it active; opens the notebook where needed. Takes
   * the beginning of an id where one cell has it alone.
   * @throws WorkspaceError which cells it may be, where it is none or several.
   */
  revealCell(path: string, cellId: string): Promise<void>;
  /**
   * What `@` completes: cells of the notebook in front, its variables, files
   * near it. Best matches first, at most 20.
   */
  mentions(query: string): Promise<IMention[]>;
  /** What the empty state can offer, read from the notebook at hand. */
  suggestions(): Promise<ISuggestion[]>;
}

/** Something that can go along with a message. */
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
      /** Path of its notebook. */
      notebook: string;
      /** Selected text of it, where only that is meant. */
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
      /** base64, until the engine has put it into the image store. */
      data?: string;
      /** In the image store. */
      imageId?: string;
      /** The MCP server it was read from; none where it is the person's file. */
      server?: string;
    }
  | {
      /** A PDF or a text file: pasted, dropped or chosen. */
      kind: 'document';
      name: string;
      /** `application/pdf` or `text/plain`. */
      mimeType: string;
      /** How many of them are kept. */
      pages: number;
      /** What it says, until the engine has put it where images are. */
      content?: IDocumentContent;
      /** Where images are. */
      documentId?: string;
      /** The MCP server it was read from; none where it is the person's file. */
      server?: string;
    }
  | {
      /** Of an MCP server; read when the message is sent, to become one of the above. */
      kind: 'resource';
      server: string;
      uri: string;
      name: string;
    };

/** One thing to try. */
export interface ISuggestion {
  /** "Explore penguins.csv"; may hold cell marks. */
  title: string;
  /** "344 rows, 8 columns, next to this notebook" */
  detail: string;
  /** The message it sends. */
  prompt: string;
}
