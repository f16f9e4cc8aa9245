import { Blob } from 'node:buffer';

import { DOCUMENT_LIMITS, ENGLISH, type IAttachment } from '../../contract';
import { FakeDocuments } from '../../testing/fake-documents';
import { FakeImages } from '../../testing/fake-images';
import { readFiles } from './read-files';

const workspace = { images: new FakeImages(), documents: new FakeDocuments() };

/** A file as a browser provides it; jsdom's own cannot be read. */
function file(
  name: string,
  content: string | Uint8Array | string[],
  type = ''
): File {
  const blob = new Blob(Array.isArray(content) ? content : [content], { type });
  return Object.assign(blob, { name, lastModified: 0 }) as unknown as File;
}

const read = (files: File[], attached: IAttachment[] = []) =>
  readFiles(files, { workspace, attached, trans: ENGLISH });

const SEVEN = (name: string): File[] =>
  Array.from({ length: 7 }, (_, at) => file(`${name}${at}`, 'x'));

/** "지역,매출" and two rows, in cp949. */
const KOREAN = 'wfa/qiy4xcPiCrytv+8sMTIwMAq6zrvqLDgzMAo=';

describe('a file that is handed over', () => {
  it('is a text where its bytes are, whatever it is called', async () => {
    const { attachments, problems } = await read([
      file('a.csv', 'species,mass\n'),
      file('b.bin', 'Grüße', 'application/octet-stream'),
      file('c.txt', Uint8Array.from([0xff, 0xfe, 0x68, 0, 0x69, 0])),
      file('d.svg', '<svg onload="x()"/>', 'image/svg+xml')
    ]);
    expect(problems).toEqual([]);
    expect(
      attachments.map(each =>
        each.kind === 'document'
          ? [each.name, each.mimeType, each.content?.pages.join()]
          : each.kind
      )
    ).toEqual([
      ['a.csv', 'text/plain', 'species,mass\n'],
      ['b.bin', 'text/plain', 'Grüße'],
      ['c.txt', 'text/plain', 'hi'],
      ['d.svg', 'text/plain', '<svg onload="x()"/>']
    ]);
  });

  it.each([
    [
      'Windows',
      Buffer.from('Größe;Straße\n1,5;Müllerstraße\n', 'latin1'),
      'Größe;Straße\n1,5;Müllerstraße\n'
    ],
    [
      'Korean Windows',
      Buffer.from(KOREAN, 'base64'),
      '지역,매출\n서울,1200\n부산,830\n'
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('one two three\n', 'utf16le'),
      'one two three\n'
    ]
  ])('is decoded as read_file does: %s', async (_, bytes, text) => {
    const { attachments } = await read([file('a.csv', bytes)]);
    expect(attachments).toMatchObject([{ content: { pages: [text] } }]);
  });

  it('is the cells of a notebook, without their outputs, or as it is where it is damaged', async () => {
    const cell = {
      cell_type: 'code',
      source: ['x = 1\n', 'x'],
      outputs: [{ data: { 'image/png': 'iVBOR' } }]
    };
    const markdown = { cell_type: 'markdown', source: '# Why' };
    const { attachments } = await read([
      file('a.ipynb', JSON.stringify({ cells: [cell, markdown] })),
      file('b.ipynb', '{"cells": [')
    ]);
    expect(attachments).toMatchObject([
      {
        content: {
          pages: ['--- cell 1 (code)\nx = 1\nx\n--- cell 2 (markdown)\n# Why']
        }
      },
      { content: { pages: ['{"cells": ['] } }
    ]);
  });

  it('is a PDF where it begins like one, and comes with its text and itself', async () => {
    const { attachments } = await read([file('a.dat', '%PDF-1.7\none\ntwo')]);
    expect(attachments).toEqual([
      {
        kind: 'document',
        name: 'a.dat',
        mimeType: 'application/pdf',
        pages: 2,
        content: { pages: ['one', 'two'], pdf: btoa('%PDF-1.7\none\ntwo') }
      }
    ]);
  });

  it('that is nothing to read is refused with words', async () => {
    const { attachments, problems } = await read([
      file('a.zip', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0xff])),
      file('nul.txt', 'a\0b'),
      file('bad.pdf', '%PDF-broken')
    ]);
    expect(attachments).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/^a\.zip cannot be attached: it is not a picture/),
      expect.stringMatching(/^nul\.txt cannot be attached/),
      'bad.pdf was not attached. It is broken.'
    ]);
  });

  it('that cannot be read, such as a folder, is refused with what to do', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    const folder = file('data', '');
    const refuse = () =>
      Promise.reject(new DOMException('not found', 'NotFoundError'));
    Object.assign(folder, {
      arrayBuffer: refuse,
      slice: () => ({ arrayBuffer: refuse })
    });
    expect((await read([folder])).problems).toEqual([
      'data was not attached, because it could not be read. If it is a folder, attach the files in it.'
    ]);
  });

  it('that is too large is refused before it is read', async () => {
    const large = (name: string, begin: string, size: number) =>
      file(name, [begin, 'x'.repeat(size)]);
    const { problems } = await read([
      large('a.pdf', '%PDF-1.7', DOCUMENT_LIMITS.pdf),
      large('b.txt', '', DOCUMENT_LIMITS.text + 1)
    ]);
    expect(problems).toEqual([
      expect.stringMatching(
        /^a\.pdf is too large to attach: a PDF can have up to 10 MB, a text up to 2 MB/
      ),
      expect.stringMatching(/^b\.txt is too large/)
    ]);
  });

  it('is cut to what is kept, and that is said', async () => {
    const { attachments, problems } = await read([
      file('long.txt', 'x'.repeat(DOCUMENT_LIMITS.characters + 1))
    ]);
    expect(attachments).toHaveLength(1);
    expect(problems).toEqual([
      'Only the beginning of long.txt is attached: at most 200 pages and 400,000 characters.'
    ]);
  });

  it('is one of five of a message', async () => {
    const first = await read(SEVEN('a'));
    expect(first.attachments).toHaveLength(5);
    expect(first.problems).toHaveLength(2);
    const more = await read(SEVEN('b'), first.attachments);
    expect(more.attachments).toEqual([]);
  });
});
