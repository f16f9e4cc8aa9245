/** Alone in its file: only a bundler knows what becomes of the address. */
export function startPdfWorker(): Worker {
  return new Worker(
    new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url)
  );
}
