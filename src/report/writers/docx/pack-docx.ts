import { Packer, type Document } from 'docx';

import { nextFrame } from '../../text/breather';
import type { DocxImages } from './docx-images';
import { writeZip } from './write-zip';

/** What the library packs of, which it does all at once. */
interface ICompiling {
  compiler: {
    compile(document: Document): ReadonlyMap<string, string | Uint8Array>;
  };
}

/**
 * A Word document as bytes. The library's own packer would pack plots, which
 * are packed already, once more and in one go: the page stood still for it.
 */
export async function packDocx(
  document: Document,
  images: DocxImages
): Promise<Uint8Array> {
  // The library's part is one piece of work, and the longest of all.
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
