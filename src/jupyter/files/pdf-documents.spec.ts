import type { PDFDocumentProxy } from 'pdfjs-dist';

import { ENGLISH } from '../../contract';
import { PdfDocuments } from './pdf-documents';
import { withWorker } from './with-worker';

/** A PDF reader that is given work and never answers. */
class SilentWorker extends EventTarget {
  ended = 0;

  terminate(): void {
    this.ended++;
  }
}

const PDF = btoa('%PDF-1.7');
const NEVER = new Promise<never>(() => undefined);

/** A document whose pages never arrive. */
const DOCUMENT = {
  numPages: 1,
  getPage: () => NEVER
} as unknown as PDFDocumentProxy;

let worker: SilentWorker;
let documents: PdfDocuments;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  worker = new SilentWorker();
  documents = new PdfDocuments(ENGLISH, (_, patience, use) =>
    withWorker(worker as unknown as Worker, patience, () => use(DOCUMENT))
  );
});

afterEach(() => jest.useRealTimers());

const ASKED: [string, () => Promise<unknown>][] = [
  ['whose text has no end', () => documents.text(PDF)],
  ['whose page is never drawn', () => documents.draw(PDF, 1)]
];

it.each(ASKED)(
  'a PDF %s is given up after a minute, and its reader ended',
  async (_, ask) => {
    let message: unknown = null;
    const work = ask().catch((error: unknown) => (message = error));
    await jest.advanceTimersByTimeAsync(59_999);
    expect([message, worker.ended]).toEqual([null, 0]);
    await jest.advanceTimersByTimeAsync(1);
    await work;
    expect(message).toMatchObject({
      message: 'It could not be read, or took too long.'
    });
    expect(worker.ended).toBe(1);
  }
);

it('a PDF whose reader dies is given up at once', async () => {
  const work = documents.text(PDF);
  worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  await expect(work).rejects.toMatchObject({
    message: 'It could not be read, or took too long.'
  });
  expect(worker.ended).toBe(1);
  expect(jest.getTimerCount()).toBe(0);
});

it('a reader ends with its work, and keeps no clock', async () => {
  const done = await withWorker(
    worker as unknown as Worker,
    1000,
    async () => 'read'
  );
  expect([done, worker.ended, jest.getTimerCount()]).toEqual(['read', 1, 0]);
});
