import { Packer, type Document } from 'docx';
import { zipSync } from 'fflate';

import { nextFrame } from '../../../contract/util/next-frame';
import type { DocxImages } from './docx-images';

/** The part of the library that makes the files, all at once. */
interface ICompiling {
  compiler: {
    compile(document: Document): ReadonlyMap<string, string | Uint8Array>;
  };
}

/**
 * A Word document as bytes. The library's own packer would compress plots
 * again, although they are compressed already, and in one go, which would block
 * the page.
 */
export async function packDocx(
  document: Document,
  images: DocxImages
): Promise<Uint8Array> {
  // The library's part cannot be divided, and takes the longest.
  await nextFrame();
  const { compiler } = Packer as unknown as ICompiling;
  const compiled = compiler.compile(document);
  await nextFrame();
  const encoder = new TextEncoder();
  return zipped(
    new Map(
      [...compiled].map(([path, data]) => [
        path,
        typeof data === 'string'
          ? encoder.encode(data)
          : images.fileOf(new Uint8Array(data))
      ])
    )
  );
}

/**
 * Files as a zip file, in order. They are stored without compression: most of
 * them are plots, which are compressed already.
 */
export function zipped(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(files), {
    level: 0,
    // The time of packing is of no interest.
    mtime: new Date(1980, 0, 1)
  });
}
