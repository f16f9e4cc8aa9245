import {
  getDocument,
  PDFWorker,
  type PDFDocumentProxy
} from 'pdfjs-dist/legacy/build/pdf.mjs';

import { startPdfWorker } from './start-pdf-worker';
import { withWorker } from './with-worker';

/** An image in a PDF that declares more pixels than this is left out. */
const MAX_PIXELS = 20_000_000;

/**
 * Opens a PDF in a worker of its own, which ends when `use` does or when it
 * takes too long. Scripts of the PDF do not run, its forms are not built, its
 * fonts do not get into the page, and nothing is fetched for it.
 *
 * @param patience in ms.
 */
export function openPdf<T>(
  pdf: string,
  patience: number,
  use: (document: PDFDocumentProxy) => Promise<T>
): Promise<T> {
  return withWorker(startPdfWorker(), patience, async port => {
    const { promise } = getDocument({
      data: Uint8Array.from(atob(pdf), char => char.charCodeAt(0)),
      worker: PDFWorker.create({ port }),
      disableFontFace: true,
      enableXfa: false,
      useSystemFonts: false,
      useWasm: false,
      useWorkerFetch: false,
      maxImageSize: MAX_PIXELS,
      canvasMaxAreaInBytes: MAX_PIXELS * 4,
      verbosity: 0
    });
    return use(await promise);
  });
}
