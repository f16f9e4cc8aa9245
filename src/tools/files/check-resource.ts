import { z } from 'zod';
import {
  type ITool,
  type IToolContext,
  isWorkspaceError
} from '../../contract';
import { inspectionFailure } from '../shared/cells/inspection-failure';
import {
  memoryCode,
  parseMemory,
  type IMemory,
  type IFrameMemory
} from '../shared/inspection/memory';
import { kernelObjection } from '../shared/cells/insert-place';
import { forCall, readPlace } from '../shared/files/paths';
import { formatSize, formatCount } from '../shared/text/format-size';

/** Maximum number of files checked per call. */
const MAX_FILES = 50;

/**
 * How many times its file size a table takes in memory: text as Python objects,
 * plus a copy while reading.
 */
const LOADED = 5;

const schema = z.object({
  files: z.array(z.string()).optional(),
  dataframes: z.array(z.string()).optional()
});

interface IFileSizes {
  lines: string[];
  /** Total size of the files found, in bytes. */
  bytes: number;
  ok: boolean;
}

export const checkResource: ITool<z.infer<typeof schema>> = {
  name: 'check_resource',
  description:
    'Before loading something large: sizes of files, memory of data frames, kernel and machine.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: (_args, trans) => trans.__('Checking sizes and memory'),
  async run({ files = [], dataframes }, context) {
    try {
      const sizes = await fileSizes(files, context);
      const memory = await readMemory(dataframes, context);
      return {
        text: [
          ...sizes.lines,
          typeof memory === 'string' ? memory : memoryText(memory),
          typeof memory === 'string' ? '' : advice(sizes.bytes, memory.free)
        ]
          .filter(line => line !== '')
          .join('\n'),
        ok: sizes.ok,
        summary: context.trans.__('Checked sizes and memory')
      };
    } catch (error) {
      return inspectionFailure(error, context);
    }
  }
};

async function fileSizes(
  paths: string[],
  context: IToolContext
): Promise<IFileSizes> {
  const sizes: IFileSizes = { lines: [], bytes: 0, ok: true };
  for (const path of paths.slice(0, MAX_FILES)) {
    try {
      const { value: info } = await readPlace(path, context, place =>
        context.files.stat(place)
      );
      sizes.bytes += info.size ?? 0;
      sizes.lines.push(
        `${forCall(info.path, context)}: ${info.size === null ? 'a folder' : formatSize(info.size)}`
      );
    } catch (error) {
      if (!isWorkspaceError(error)) {
        throw error;
      }
      sizes.ok = false;
      sizes.lines.push(`${path}: ${error.message} Call list_files.`);
    }
  }
  if (paths.length > MAX_FILES) {
    sizes.lines.push(`… ${paths.length - MAX_FILES} more files left out …`);
  }
  return sizes;
}

/** The kernel's memory, or a sentence on why it is not known. */
async function readMemory(
  names: string[] | undefined,
  context: IToolContext
): Promise<IMemory | string> {
  const { notebook, signal } = context;
  const problem = kernelObjection(context);
  if (problem) {
    return problem;
  }
  const { language, displayName } = notebook.kernel;
  if (language && language.toLowerCase() !== 'python') {
    return `Memory can be read from Python kernels; this one is ${displayName || language}. ${otherWay(language)}`;
  }
  try {
    const printed = await notebook.inspect(
      memoryCode(names?.length ? names : undefined),
      signal
    );
    return (
      parseMemory(printed) ??
      'The kernel did not report its memory. Measure it with code in a cell.'
    );
  } catch (error) {
    if (isWorkspaceError(error) && error.code === 'kernel-busy') {
      return `${error.message} Call check_resource again once the cell is done.`;
    }
    throw error;
  }
}

function otherWay(language: string): string {
  switch (language.toLowerCase()) {
    case 'r':
      return 'Run object.size(x) and gc() in a cell.';
    case 'julia':
      return 'Run Base.summarysize(x) and Sys.free_memory() in a cell.';
    default:
      return 'Measure it with code in a cell.';
  }
}

function advice(bytes: number, free: number | null): string {
  return free !== null && bytes * LOADED > free
    ? `Loaded, such files take up to ${LOADED} times their size, which may not fit. Read the columns and rows you need, or in parts.`
    : '';
}

/** Memory use as a model reads it: one line per frame, then the machine. */
function memoryText({ frames, more, unknown, kernel, free }: IMemory): string {
  return [
    ...frames.map(frameLine),
    ...(more.length > 0
      ? [`… ${formatCount(more.length)} more: ${more.slice(0, 50).join(', ')}`]
      : []),
    ...(unknown.length > 0 ? [`Not defined: ${unknown.join(', ')}.`] : []),
    `Kernel: ${amount(kernel)} in use. Free on its machine: ${amount(free)}.`
  ].join('\n');
}

/** `df: DataFrame, about 1.2 GB`, `plan: LazyFrame, lazy, not in …` */
function frameLine({
  name,
  type,
  bytes,
  estimated,
  note
}: IFrameMemory): string {
  const told =
    bytes === null ? '' : `${estimated ? 'about ' : ''}${formatSize(bytes)}`;
  return `${name}: ${[type, told, note ?? ''].filter(part => part !== '').join(', ')}`;
}

function amount(bytes: number | null): string {
  return bytes === null ? 'not known' : formatSize(bytes);
}
