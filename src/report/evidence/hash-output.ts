import { hashText, type CellOutput } from '../../contract';

/** Of what is longer, the beginning and the end are looked at, and its length. */
const LONGEST = 200_000;

/** Tells whether an output is still the one it was, in bounded time. */
export function hashOutput(output: CellOutput): string {
  switch (output.type) {
    case 'stream':
      return hashSource(output.text);
    case 'error':
      return hashText([output.name, output.message].map(hashSource).join('\n'));
    case 'data':
      return hashText(
        Object.entries(output.data)
          .filter(([type]) => isShown(type))
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([type, value]) => `${type} ${hashSource(textOf(value))}`)
          .join('\n')
      );
  }
}

/** The same of a text. */
export function hashSource(text: string): string {
  return text.length <= LONGEST
    ? hashText(text)
    : hashText(
        `${text.length} ${text.slice(0, LONGEST / 2)}${text.slice(-LONGEST / 2)}`
      );
}

/** A widget's view names a model that is another one in each run. */
function isShown(type: string): boolean {
  return type !== 'application/vnd.jupyter.widget-view+json';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
