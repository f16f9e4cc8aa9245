/** Limits on how much of a document is read. */
export const DOCUMENT_LIMITS = {
  /** Size limits in bytes, for a PDF and for a text file. */
  pdf: 10_000_000,
  text: 2_000_000,
  pages: 200,
  characters: 400_000,
  /** Documents per message. */
  most: 5
} as const;

/** The text of a document, page by page; a text file is split into pages by us. */
export interface IDocumentContent {
  pages: string[];
  /** Set if not everything was read. */
  cut?: boolean;
  /** The PDF itself, in base64, so that its pages can be drawn. */
  pdf?: string;
}

/** A page as a PNG image in base64. */
export interface IDrawnPage {
  mimeType: string;
  data: string;
  width: number;
  height: number;
}

/** Reads PDFs in a worker; nothing in them is ever executed. */
export interface IDocuments {
  /**
   * The text of a PDF, within the limits.
   *
   * @param pdf base64.
   * @throws WorkspaceError with a message for the person.
   */
  text(pdf: string): Promise<Pick<IDocumentContent, 'pages' | 'cut'>>;
  /**
   * A page of a PDF, drawn as an image.
   *
   * @param page from 1.
   * @throws WorkspaceError with a message for the person.
   */
  draw(pdf: string, page: number): Promise<IDrawnPage>;
}

/** The documents the person attached in a conversation. */
export interface IAttachedDocuments {
  /** Their names, oldest first. */
  names(): readonly string[];
  /** The latest document with that name; null if there is none. */
  read(name: string): Promise<IDocumentContent | null>;
  /** @throws WorkspaceError */
  draw(pdf: string, page: number): Promise<IDrawnPage>;
}
