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

/** Characters per page when we split a text into pages; a longer line is cut. */
const PAGE = 6000;

/** Splits a text into pages at line ends, as far as the limits allow. */
export function splitDocument(
  text: string
): Pick<IDocumentContent, 'pages' | 'cut'> {
  const shortened = text.slice(0, DOCUMENT_LIMITS.characters);
  const pages: string[] = [];
  for (let at = 0; at < shortened.length || pages.length === 0;) {
    const end = pageEnd(shortened, at);
    pages.push(shortened.slice(at, end));
    at = end;
  }
  return { pages, ...(shortened.length < text.length && { cut: true }) };
}

function pageEnd(text: string, from: number): number {
  if (text.length - from <= PAGE) {
    return text.length;
  }
  const line = text.lastIndexOf('\n', from + PAGE - 1);
  return line < from ? from + PAGE : line + 1;
}
