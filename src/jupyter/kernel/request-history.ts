import type * as nbformat from '@jupyterlab/nbformat';
import type { Kernel } from '@jupyterlab/services';
import type { CellOutput } from '../../contract';
import { cellOutputs } from '../cells/cell-outputs';
import { askKernel } from './ask-kernel';

/**
 * ms that an idle kernel gets to answer; one that needs more is taken to keep
 * no history. Only a kernel that never answers costs that long, once per
 * process; a busy machine has been seen to need 3 s.
 */
export const ANSWER_LIMIT = 10_000;

/** The history from an input on, as reported by the process with this id. */
export interface IHistory {
  process: string;
  entries: IEntry[];
}

export interface IEntry {
  number: number;
  input: string;
  output: string | null;
}

export interface IDetails {
  /** Number of the last request that was counted. */
  count: number | null;
  session: number | null;
  /** Outputs of the input that was asked for, as in nbformat. */
  outputs: nbformat.IOutput[] | null;
}

export function outputsOf({ output }: IEntry, details: IDetails): CellOutput[] {
  const { outputs } = details;
  const value: nbformat.IOutput[] =
    output !== null &&
    !outputs?.some(({ output_type }) => output_type === 'execute_result')
      ? [{ output_type: 'execute_result', data: { 'text/plain': output } }]
      : [];
  return cellOutputs([...(outputs ?? []), ...value]);
}

/** Null if the kernel keeps no history. Never rejects. */
export async function requestHistory(
  kernel: Kernel.IKernelConnection,
  start: number,
  output: boolean
): Promise<IHistory | null> {
  try {
    const { header, content } = await kernel.requestHistory({
      hist_access_type: 'range',
      session: 0,
      start,
      // To the end.
      stop: 0,
      raw: true,
      output
    });
    const entries = content.status === 'ok' ? entriesOf(content.history) : null;
    return entries && { process: header.session, entries };
  } catch (error) {
    console.debug('Cellwright: the kernel does not give its history', error);
    return null;
  }
}

/**
 * The entries of the history; null if there are none, or their numbers make no
 * sense.
 */
function entriesOf(history: unknown): IEntry[] | null {
  if (!Array.isArray(history) || history.length === 0) {
    return null;
  }
  const entries: IEntry[] = [];
  for (const entry of history as unknown[]) {
    const [, number, line] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const [input, output] = Array.isArray(line)
      ? (line as unknown[])
      : [line, null];
    const before = entries.at(-1)?.number;
    if (
      typeof number !== 'number' ||
      typeof input !== 'string' ||
      (before !== undefined && number !== before + 1)
    ) {
      return null;
    }
    entries.push({
      number,
      input,
      output: typeof output === 'string' ? output : null
    });
  }
  return entries;
}

/**
 * Asks for what the history itself does not contain, with an empty request that
 * runs nothing and leaves nothing behind. Never rejects.
 *
 * @param count the input whose outputs are wanted too.
 */
export async function requestDetails(
  kernel: Kernel.IKernelConnection,
  language: Promise<string>,
  count: number | null
): Promise<IDetails | null> {
  try {
    const { content } = await askKernel(kernel, {
      code: '',
      silent: true,
      user_expressions:
        (await language) === 'python' ? { [NAME]: expression(count) } : {}
    }).done;
    if (content.status !== 'ok') {
      return null;
    }
    const reply = toldBy(content.user_expressions?.[NAME]);
    return {
      count: content.execution_count ?? null,
      session: typeof reply?.session === 'number' ? reply.session : null,
      outputs: Array.isArray(reply?.outputs) ? reply.outputs : null
    };
  } catch (error) {
    console.debug('Cellwright: the kernel does not give its history', error);
    return null;
  }
}

const NAME = 'cellwright';

/** Most characters of outputs that are fetched. */
const OUTPUT_LIMIT = 2_000_000;

/**
 * IPython's own record of its history, as JSON in hexadecimal so that nothing
 * needs escaping.
 */
function expression(count: number | null): string {
  const outputs =
    count === null
      ? 'None'
      : `None if not hasattr(h, 'exceptions') else [({'output_type': 'stream', 'name': 'stderr' if o.output_type == 'err_stream' else 'stdout', 'text': ''.join(o.bundle.get('stream', []))} if o.output_type in ('out_stream', 'err_stream') else {'output_type': o.output_type, 'data': o.bundle}) for o in getattr(h, 'outputs', {}).get(${count}, [])] + [dict(e, output_type='error') for e in [getattr(h, 'exceptions', {}).get(${count})] if e]`;
  return `(lambda h, j: (lambda whole: (whole if len(whole) < ${OUTPUT_LIMIT} else j.dumps({'session': h.session_number})).encode().hex())(j.dumps({'session': h.session_number, 'outputs': ${outputs}}, default=str)))(__import__('IPython').get_ipython().history_manager, __import__('json'))`;
}

function toldBy(
  value: unknown
): { session?: unknown; outputs?: nbformat.IOutput[] } | null {
  const { data } = (value ?? {}) as { data?: Record<string, unknown> };
  const hex = /^'([0-9a-f]+)'$/.exec(String(data?.['text/plain'] ?? ''))?.[1];
  if (!hex) {
    return null;
  }
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], pair =>
    parseInt(pair, 16)
  );
  return JSON.parse(new TextDecoder().decode(bytes)) as {
    session?: unknown;
    outputs?: nbformat.IOutput[];
  };
}
