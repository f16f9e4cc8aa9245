import { Packer, type Document } from 'docx';

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
  // What comes next is one piece of work, and the longest of all.
  await new Promise(resolve => setTimeout(resolve, 0));
  const { compiler } = Packer as unknown as ICompiling;
  const encoder = new TextEncoder();
  return writeZip(
    new Map(
      [...compiler.compile(document)].map(([path, data]) => [
        path,
        typeof data === 'string'
          ? encoder.encode(data)
          : images.fileOf(new Uint8Array(data))
      ])
    )
  );
}
