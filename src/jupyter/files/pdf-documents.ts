import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

import type {
  IDocumentContent,
  IDocuments,
  IDrawnPage,
  ITranslator
} from '../../contract';
import { DOCUMENT_LIMITS } from '../../contract/ports/documents';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import type { openPdf } from './open-pdf';

/** How long a PDF may take, in ms, before its worker is ended. */
const PATIENCE = 60_000;

/** Longest side of a drawn page, in px. */
const MAX_SIDE = 1568;

/** Reads PDFs with PDF.js, which is a chunk of its own: see `open-pdf.ts`. */
export class PdfDocuments implements IDocuments {
  /** @param _open opens a PDF for as long as its callback runs. */
  constructor(
    private readonly _trans: ITranslator,
    private readonly _open: typeof openPdf = async (...args) =>
      (await import('./open-pdf')).openPdf(...args)
  ) {}

  text(pdf: string): Promise<Pick<IDocumentContent, 'pages' | 'cut'>> {
    return this._opened(pdf, async document => {
      const pages: string[] = [];
      let left: number = DOCUMENT_LIMITS.characters;
      const most = Math.min(document.numPages, DOCUMENT_LIMITS.pages);
      while (pages.length < most && left > 0) {
        const page = await document.getPage(pages.length + 1);
        const text = await pageText(page, left);
        pages.push(text);
        left -= text.length;
        page.cleanup();
      }
      const cut = pages.length < document.numPages || left <= 0;
      return { pages, ...(cut && { cut }) };
    });
  }

  draw(pdf: string, number: number): Promise<IDrawnPage> {
    return this._opened(pdf, async document => {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const scale = Math.min(2, MAX_SIDE / Math.max(width, height, 1));
      const viewport = page.getViewport({ scale });
      const canvas = window.document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      await page.render({
        canvas,
        viewport,
        // No forms, links or annotations: only what is on the paper.
        annotationMode: 0,
        // Otherwise it waits for animation frames, which a hidden tab does not
        // get.
        intent: 'print'
      }).promise;
      const url = canvas.toDataURL('image/png');
      return {
        mimeType: 'image/png',
        data: url.slice(url.indexOf(',') + 1),
        width: canvas.width,
        height: canvas.height
      };
    });
  }

  /** @throws WorkspaceError if the PDF cannot be read or takes too long. */
  private async _opened<T>(
    pdf: string,
    use: (document: PDFDocumentProxy) => Promise<T>
  ): Promise<T> {
    try {
      return await this._open(pdf, PATIENCE, use);
    } catch (cause) {
      throw this._explained(cause);
    }
  }

  private _explained(cause: unknown): WorkspaceError {
    const { name = '' } = cause instanceof Error ? cause : {};
    console.warn('Cellwright could not read a PDF.', cause);
    return new WorkspaceError(
      'failed',
      name === 'PasswordException'
        ? this._trans.__(
            'It is protected by a password. Save a copy without one, then attach that.'
          )
        : name === 'InvalidPDFException'
          ? this._trans.__('It is damaged, or not a PDF.')
          : this._trans.__('It could not be read, or took too long.'),
      { cause }
    );
  }
}

/** The text of a page, line by line, in the order of the file. */
async function pageText(page: PDFPageProxy, most: number): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    for (const item of done ? [] : value.items) {
      if ('str' in item) {
        const text = item.hasEOL ? `${item.str}\n` : item.str;
        parts.push(text);
        length += text.length;
      }
    }
    if (done || length > most) {
      return parts.join('').trim().slice(0, most);
    }
  }
}
