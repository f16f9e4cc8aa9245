import { DOCUMENT_LIMITS, type IDocumentContent } from './documents';

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
