/** What is read of a document, and no more of it. */
export const DOCUMENT_LIMITS = {
  /** Bytes of a PDF, and of a text file. */
  pdf: 10_000_000,
  text: 2_000_000,
  pages: 200,
  characters: 400_000,
  /** Documents of a message. */
  most: 5
} as const;

/** What a document says, page by page; a text file is cut into pages of ours. */
export interface IDocumentContent {
  pages: string[];
  /** What was read is not all of it. */
  cut?: boolean;
  /** A PDF as it is, base64: its pages can be drawn. */
  pdf?: string;
}

/** A page as a picture: PNG, base64. */
export interface IDrawnPage {
  mimeType: string;
  data: string;
  width: number;
  height: number;
}

/** Reads PDFs, off the page's own thread; nothing in one is ever run. */
export interface IDocuments {
  /**
   * The text of a PDF, as far as the limits go.
   *
   * @param pdf base64.
   * @throws WorkspaceError with words for the person.
   */
  text(pdf: string): Promise<Pick<IDocumentContent, 'pages' | 'cut'>>;
  /**
   * A page of a PDF as a person sees it.
   *
   * @param page from 1.
   * @throws WorkspaceError with words for the person.
   */
  draw(pdf: string, page: number): Promise<IDrawnPage>;
}

/** The documents that a person attached in a conversation. */
export interface IAttachedDocuments {
  /** Their names, oldest first. */
  names(): readonly string[];
  /** The last one of that name; null where there is none. */
  read(name: string): Promise<IDocumentContent | null>;
  /** @throws WorkspaceError */
  draw(pdf: string, page: number): Promise<IDrawnPage>;
}
