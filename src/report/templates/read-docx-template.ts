import { Unzip, UnzipInflate } from 'fflate';

import {
  MAX_PARTS,
  readPlaceholder,
  type ITemplatePart
} from './read-template';

/** A placeholder of a Word document. */
export interface IDocxPlaceholder extends ITemplatePart {
  /** The text between the braces. */
  key: string;
  /**
   * Whether it is always alone in its paragraph, so that tables and figures fit
   * there.
   */
  isBlock: boolean;
}

/** Why a file cannot be used as a template. */
export class DocxTemplateError extends Error {
  constructor(readonly reason: 'not-docx' | 'too-large') {
    super(
      reason === 'not-docx'
        ? 'This is not a Word document (.docx).'
        : 'This Word document is too large for a template.'
    );
    this.name = 'DocxTemplateError';
  }
}

const MAX_SIZE = 20_000_000;
const MAX_UNPACKED = 100_000_000;
/** Unpacks to 66 MB at most. */
const CHUNK = 64 * 1024;

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** The files with readable text: the body, headers and footers, notes. */
export const TEXT_PARTS =
  /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

/**
 * The placeholders of a person's own Word document, in order.
 *
 * @throws DocxTemplateError
 */
export function readDocxTemplate(bytes: Uint8Array): IDocxPlaceholder[] {
  const found = new Map<string, IDocxPlaceholder>();
  for (const paragraph of paragraphsIn(unpackDocx(bytes))) {
    for (const [whole, key] of paragraph.matchAll(/\{\{([^{}]+)\}\}/g)) {
      const part = readPlaceholder(key);
      if (part && (found.has(key) || found.size < MAX_PARTS)) {
        const isBlock = paragraph.trim() === whole;
        const before = found.get(key);
        found.set(key, {
          ...part,
          key,
          isBlock: isBlock && before?.isBlock !== false
        });
      }
    }
  }
  return [...found.values()];
}

function paragraphsIn(files: ReadonlyMap<string, Uint8Array>): string[] {
  const isBody = (name: string): boolean => name === 'word/document.xml';
  const names = [...files.keys()]
    .filter(name => TEXT_PARTS.test(name))
    .sort((one, other) => Number(isBody(other)) - Number(isBody(one)));
  return names.flatMap(name => {
    const xml = new TextDecoder().decode(files.get(name));
    // Word does not write any, and entities could make a small file a large
    // one.
    if (/<!DOCTYPE/i.test(xml)) {
      throw new DocxTemplateError('not-docx');
    }
    const parsed = new DOMParser().parseFromString(xml, 'application/xml');
    return paragraphTexts(parsed);
  });
}

/**
 * The files inside a Word document, by name.
 *
 * @param largest size of the document in bytes; our own needs no limit.
 * @throws DocxTemplateError
 */
export function unpackDocx(
  bytes: Uint8Array,
  largest = MAX_SIZE
): Map<string, Uint8Array> {
  if (bytes.length > largest) {
    throw new DocxTemplateError('too-large');
  }
  const files = unpacked(bytes, Math.max(largest, MAX_UNPACKED));
  if (!files.has('word/document.xml')) {
    throw new DocxTemplateError('not-docx');
  }
  return files;
}

/** A little at a time, since the sizes that a file states are not to be trusted. */
function unpacked(bytes: Uint8Array, largest: number): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let left = largest;
  const unzip = new Unzip(file => {
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, isLast) => {
      if (error) {
        throw error;
      }
      left -= chunk.length;
      if (left < 0) {
        throw new DocxTemplateError('too-large');
      }
      chunks.push(chunk);
      if (isLast) {
        files.set(file.name, joined(chunks));
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      unzip.push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length);
    }
  } catch (error) {
    throw error instanceof DocxTemplateError
      ? error
      : new DocxTemplateError('not-docx');
  }
  return files;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(
    chunks.reduce((sum, { length }) => sum + length, 0)
  );
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * The own text of each paragraph, in the order in which they begin: a text box
 * inside one is a paragraph of its own.
 */
function paragraphTexts(parsed: Document): string[] {
  const texts = new Map<Element | null, string>();
  for (const each of parsed.getElementsByTagNameNS(WORD, '*')) {
    if (each.localName === 'p') {
      texts.set(each, '');
    } else if (each.localName === 't') {
      let of = each.parentElement;
      while (of && !texts.has(of)) {
        of = of.parentElement;
      }
      texts.set(of, `${texts.get(of) ?? ''}${each.textContent}`);
    }
  }
  // Text outside of all of them.
  texts.delete(null);
  return [...texts.values()];
}
