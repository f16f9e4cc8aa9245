import { hashText, type CellOutput } from '../../contract';

/**
 * Of a longer output, only the beginning, the end and the length are hashed.
 */
const MAX_LENGTH = 200_000;

/** A hash that tells whether an output has changed, in bounded time. */
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

/** The same for a text. */
export function hashSource(text: string): string {
  return text.length <= MAX_LENGTH
    ? hashText(text)
    : hashText(
        `${text.length} ${text.slice(0, MAX_LENGTH / 2)}${text.slice(-MAX_LENGTH / 2)}`
      );
}

/** The view of a widget names a model with a new id in each run. */
function isShown(type: string): boolean {
  return type !== 'application/vnd.jupyter.widget-view+json';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
