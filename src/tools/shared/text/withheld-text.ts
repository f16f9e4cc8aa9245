import type { CellOutput } from '../../../contract';
import { errorClass } from './error-class';
import { formatCount } from '../../../contract/text/format-size';
import { terminalText } from '../../../contract/text/terminal-text';
import { errorLine } from './relevant-traceback';

/**
 * What "schemas only" mode reveals of outputs: their kinds and number, and of
 * an error its name and the line on which it was raised. Empty if there are no
 * outputs.
 *
 * "Output withheld: 1 table, 1 image, 12 lines."
 */
export function withheldText(outputs: CellOutput[]): string {
  const amounts = { table: 0, image: 0, line: 0, other: 0 };
  const errors: string[] = [];
  for (const output of outputs) {
    if (output.type === 'error') {
      errors.push(errorText(output));
    } else if (output.type === 'stream') {
      amounts.line += lineCount(output.text);
    } else {
      const [kind, amount] = dataKind(output.data);
      amounts[kind] += amount;
    }
  }
  const parts = [
    plural(amounts.table, 'table'),
    plural(amounts.image, 'image'),
    plural(amounts.line, 'line'),
    plural(amounts.other, 'other output')
  ].filter(part => part !== '');
  return [
    ...errors,
    ...(parts.length > 0
      ? [
          `Output withheld: ${parts.join(', ')}. The person sees it; you may know names, types and shapes only.`
        ]
      : [])
  ].join('\n');
}

/** Number of lines in a text as a terminal shows it. */
export function lineCount(text: string): number {
  const shown = terminalText(text).trimEnd();
  return shown === '' ? 0 : shown.split('\n').length;
}

/** The name of an error's class, without anything from its message. */
function errorText(error: { name: string; traceback: string[] }): string {
  const name = errorClass(error, 'An error');
  const line = errorLine(error.traceback);
  return `${name}${line === null ? '' : ` at line ${formatCount(line)}`}. Its message is withheld.`;
}

function dataKind(
  data: Record<string, unknown>
): ['table' | 'image' | 'line' | 'other', number] {
  const types = Object.keys(data);
  const html = data['text/html'];
  if (
    types.includes('application/vnd.dataresource+json') ||
    (typeof html === 'string' && /<table[\s>]/i.test(html))
  ) {
    return ['table', 1];
  }
  if (types.some(type => type.startsWith('image/'))) {
    return ['image', 1];
  }
  const text = data['text/plain'];
  return types.length === 1 && typeof text === 'string'
    ? ['line', lineCount(text)]
    : ['other', 1];
}

function plural(amount: number, noun: string): string {
  return amount === 0
    ? ''
    : `${formatCount(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}
