import { Packer, type Document } from 'docx';

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
export async function packDocx(document: Document): Promise<Uint8Array> {
  await othersTurn();
  const { compiler } = Packer as unknown as ICompiling;
  const encoder = new TextEncoder();
  const files = [...compiler.compile(document)];
  await othersTurn();
  return writeZip(
    new Map(
      files.map(([path, data]) => [
        path,
        typeof data === 'string' ? encoder.encode(data) : new Uint8Array(data)
      ])
    )
  );
}

/** What comes next is one piece of work, and the longest of all. */
function othersTurn(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0));
}
