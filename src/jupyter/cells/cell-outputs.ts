import type * as nbformat from '@jupyterlab/nbformat';

import type { CellOutput } from '../../contract';

/**
 * Converts outputs from nbformat to the contract: text is one string, `stdin`
 * echoes count as stdout, unknown kinds are left out.
 */
export function cellOutputs(
  outputs: readonly nbformat.IOutput[]
): CellOutput[] {
  return outputs.flatMap(output => cellOutput(output) ?? []);
}

function cellOutput(output: nbformat.IOutput): CellOutput | null {
  switch (output.output_type) {
    case 'stream':
      return {
        type: 'stream',
        name: output.name === 'stderr' ? 'stderr' : 'stdout',
        text: joined(output.text)
      };
    case 'error':
      return {
        type: 'error',
        name: errorName(output.ename),
        message: errorMessage(output.ename, output.evalue),
        traceback: Array.isArray(output.traceback)
          ? output.traceback.map(String)
          : []
      };
    case 'execute_result':
    case 'display_data':
    case 'update_display_data':
      return {
        type: 'data',
        result: output.output_type === 'execute_result',
        data: withHtmlText(bundle(output.data))
      };
    default:
      return null;
  }
}

/**
 * The name of an error's class: Pyodide writes `<class 'ZeroDivisionError'>`,
 * R `ERROR`, and some kernels nothing.
 */
export function errorName(ename: unknown): string {
  const text = String(ename ?? '').trim();
  const [, name = text] = /^<class '(?:\w+\.)*(\w+)'>$/.exec(text) ?? [];
  return name === '' || name === 'ERROR' ? 'Error' : name;
}

/** What an error says; R's `Error in f(x): ` is said by its name and traceback. */
function errorMessage(ename: unknown, evalue: unknown): string {
  const text = String(evalue ?? '');
  return ename === 'ERROR' ? text.replace(/^Error(?: in .*?)?: /, '') : text;
}

/**
 * nbformat allows text as a list of lines, but a list in JSON data must stay a
 * list.
 */
function bundle(data: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data ?? {}).map(([mimeType, value]) => [
      mimeType,
      Array.isArray(value) && !/[/+]json$/.test(mimeType)
        ? joined(value)
        : value
    ])
  );
}

/**
 * What only names its object in plain text, such as a styled table of pandas,
 * says there what its HTML shows, unless that draws itself by a script.
 */
function withHtmlText(data: Record<string, unknown>): Record<string, unknown> {
  const { 'text/html': html, 'text/plain': plain = '<>' } = data;
  if (
    typeof html !== 'string' ||
    html.length > MAX_HTML ||
    !/^<.*>$/.test(String(plain).trim())
  ) {
    return data;
  }
  // Nothing in it runs or is loaded.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  if (body.querySelector('script, iframe, object, embed, canvas, svg')) {
    return data;
  }
  body.querySelectorAll('style, template').forEach(node => node.remove());
  body.querySelectorAll('tr').forEach(row => {
    row.textContent = Array.from(row.cells, ({ textContent }) =>
      textContent.trim().replace(/\s+/g, ' ')
    ).join(' | ');
  });
  body.querySelectorAll(LINES).forEach(line => line.after('\n'));
  const text = body.textContent
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n');
  return text === '' ? data : { ...data, 'text/plain': text };
}

/** In characters; an output may have a hundred megabytes. */
const MAX_HTML = 200_000;

/** Elements of HTML that end a line. */
const LINES =
  'br, caption, dd, div, dt, h1, h2, h3, h4, h5, h6, hr, li, p, pre, tr';

/** nbformat stores text as one string or as a list of lines. */
export function joined(text: unknown): string {
  return Array.isArray(text) ? text.join('') : String(text ?? '');
}

/** The last error among the outputs: the one that ended the cell. */
export function lastError(
  outputs: readonly CellOutput[]
): Extract<CellOutput, { type: 'error' }> | null {
  return outputs.findLast(output => output.type === 'error') ?? null;
}

/** How the code that produced these outputs ended. */
export function statusOf(
  outputs: readonly CellOutput[]
): 'ok' | 'error' | 'interrupted' {
  const error = lastError(outputs);
  if (!error) {
    return 'ok';
  }
  return error.name === 'KeyboardInterrupt' ? 'interrupted' : 'error';
}
