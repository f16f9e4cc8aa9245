import type { IStream } from '@jupyterlab/nbformat';
import type { IOutputAreaModel } from '@jupyterlab/outputarea';

/** Characters that hold a last line. */
const END = 2_000;

/** The end of the last text that was printed; empty if nothing was. */
export function printedEnd(outputs: IOutputAreaModel): string {
  for (let at = outputs.length - 1; at >= 0; at--) {
    const output = outputs.get(at);
    if (output.type === 'stream') {
      const { text } = output.toJSON() as IStream;
      return [text].flat().join('').slice(-END);
    }
  }
  return '';
}
