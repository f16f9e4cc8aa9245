/** In a file of its own: only a bundler can resolve this URL. */
export function startPdfWorker(): Worker {
  return new Worker(
    new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url)
  );
}
