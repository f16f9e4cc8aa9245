import { Packer, type Document } from 'docx';

import { nextFrame } from '../../../contract/util/next-frame';
import type { DocxImages } from './docx-images';
import { writeZip } from './write-zip';

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
  return writeZip(
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
