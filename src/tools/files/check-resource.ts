import { z } from 'zod';
import {
  type ITool,
  type IToolContext,
  isWorkspaceError
} from '../../contract';
import { inspectionFailure } from '../shared/cells/inspection-failure';
import { kernelObjection } from '../shared/cells/insert-place';
import { forCall, readPlace } from '../shared/files/paths';
import { formatSize, formatCount } from '../../contract/text/format-size';
import { printedJson, pythonCode } from '../shared/code/python-code';

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

const OTHER_WAYS: Readonly<Record<string, string | undefined>> = {
  r: 'Run object.size(x) and gc() in a cell.',
  julia: 'Run Base.summarysize(x) and Sys.free_memory() in a cell.'
};

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
    return `Memory can be read from Python kernels; this one is ${displayName || language}. ${OTHER_WAYS[language.toLowerCase()] ?? 'Measure it with code in a cell.'}`;
  }
  try {
    const printed = await notebook.inspect(
      pythonCode(MEMORY, names?.length ? names : null),
      signal
    );
    const found = printedJson(printed);
    return typeof found === 'object' && found !== null && 'frames' in found
      ? (found as IMemory)
      : 'The kernel did not report its memory. Measure it with code in a cell.';
  } catch (error) {
    if (isWorkspaceError(error) && error.code === 'kernel-busy') {
      return `${error.message} Call check_resource again once the cell is done.`;
    }
    throw error;
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
  const memory =
    bytes === null ? '' : `${estimated ? 'about ' : ''}${formatSize(bytes)}`;
  return `${name}: ${[type, memory, note ?? ''].filter(part => part !== '').join(', ')}`;
}

function amount(bytes: number | null): string {
  return bytes === null ? 'not known' : formatSize(bytes);
}

/** The JSON that `MEMORY` prints. Sizes are in bytes. */
export interface IMemory {
  frames: IFrameMemory[];
  /** Names of frames beyond the limit. */
  more: string[];
  /** Requested names that aren't defined. */
  unknown: string[];
  kernel: number | null;
  /** What this process may still allocate; null if the system does not say. */
  free: number | null;
}

interface IFrameMemory {
  name: string;
  type: string;
  /** Null if it is not in the kernel's memory, or of an unknown type. */
  bytes: number | null;
  /** Set if only part of it was measured and the rest extrapolated. */
  estimated?: boolean;
  /** Why there is no number. */
  note?: string;
}

/** Size of one variable in bytes; long columns of objects are sampled. */
const SIZES = `
def object_bytes(values):
    """Of values of classes that are not the person's; these count as a pointer."""
    return sum(sys.getsizeof(v) if type(v) in PLAIN else 64 for v in values)

def column_bytes(column):
    """@returns bytes, and whether they were reckoned from a sample."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind != 'O':
        return int(column.nbytes), False
    if str(column.dtype) == 'category':
        return int(column.array.codes.nbytes) + series_bytes(column.array.categories), False
    return series_bytes(column), len(column) > SAMPLE

def series_bytes(column):
    count = len(column)
    part = column[::max(1, count // SAMPLE)] if count > SAMPLE else column
    if str(column.dtype) == 'object':
        bytes = 8 * len(part) + object_bytes(part.tolist())
    else:
        bytes = part.memory_usage(deep=True) if is_a(part, pd, 'Index') else part.memory_usage(index=False, deep=True)
    return int(bytes * count / len(part)) if len(part) else 0

def pandas_bytes(value):
    columns = [value] if is_a(value, pd, 'Series') else [value.iloc[:, i] for i in range(value.shape[1])]
    sizes = [column_bytes(column) for column in columns]
    index = 0 if type(value.index).__name__ == 'RangeIndex' else series_bytes(value.index)
    return index + sum(bytes for bytes, _ in sizes), any(sampled for _, sampled in sizes)

def measure(value):
    """@returns bytes (None where it has no place in this memory), sampled, a note."""
    kind = type(value).__name__
    if is_a(value, pd, 'DataFrame') or is_a(value, pd, 'Series'):
        return (*pandas_bytes(value), None)
    if is_a(value, np, 'ndarray'):
        if value.dtype.kind == 'O':
            return int(value.nbytes), False, 'its objects not counted'
        return int(value.nbytes), False, None
    if is_a(value, torch, 'Tensor'):
        return int(value.element_size() * value.nelement()), False, 'on ' + str(value.device)
    if root(value) == 'polars' and kind in ('DataFrame', 'Series'):
        return int(value.estimated_size()), False, None
    if root(value) == 'pyarrow' and (kind in ('Table', 'RecordBatch') or kind.endswith('Array')):
        return int(value.nbytes), False, None
    if root(value) in ('polars', 'pyspark', 'dask', 'dask_expr'):
        return None, False, 'lazy, not in the memory of the kernel'
    return None, False, 'no table or array'
`;

/** Memory of the process and of the machine, or of the container if there is one. */
const MACHINE = `
def first_number(path, key=None):
    try:
        with open(path) as file:
            for line in file:
                if key is None or line.startswith(key):
                    return int(line.replace(key or '', '').split()[0])
    except (OSError, ValueError, IndexError):
        return None

def kernel_memory():
    psutil = sys.modules.get('psutil')
    if psutil:
        return int(psutil.Process().memory_info().rss)
    kilobytes = first_number('/proc/self/status', 'VmRSS:')
    return None if kilobytes is None else kilobytes * 1024

def free_memory():
    psutil = sys.modules.get('psutil')
    kilobytes = first_number('/proc/meminfo', 'MemAvailable:')
    found = []
    if psutil:
        found.append(int(psutil.virtual_memory().available))
    elif kilobytes is not None:
        found.append(kilobytes * 1024)
    for limit, used in (
        ('/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory.current'),
        ('/sys/fs/cgroup/memory/memory.limit_in_bytes', '/sys/fs/cgroup/memory/memory.usage_in_bytes'),
    ):
        most, now = first_number(limit), first_number(used)
        if most is not None and now is not None:
            found.append(max(0, most - now))
    return min(found) if found else None
`;

/** Measures the frames that are wanted, or every table and array. */
const MEMORY = `
MAX_FRAMES, SAMPLE = 30, 20_000
${SIZES}${MACHINE}
variables = dict(namespace)

def listed(name, value):
    if type(name) is not str or name.startswith('_'):
        return False
    return any(is_a(value, module, cls) for module, cls in ((pd, 'DataFrame'), (pd, 'Series'), (np, 'ndarray'), (torch, 'Tensor'))) or (
        root(value) in ('polars', 'pyarrow', 'pyspark', 'dask', 'dask_expr') and type(value).__name__ in ('DataFrame', 'LazyFrame', 'Series', 'Table', 'RecordBatch'))

if wanted is None:
    names = [n for n, v in variables.items() if listed(n, v)]
else:
    names = [n for n in dict.fromkeys(wanted) if n in variables]
unknown = [n for n in dict.fromkeys(wanted or ()) if n not in variables]

frames = []
for name in names[:MAX_FRAMES]:
    value = variables[name]
    frame = {'name': name, 'type': type(value).__name__, 'bytes': None}
    try:
        frame['bytes'], frame['estimated'], note = measure(value)
        if note:
            frame['note'] = note
    except Exception as error:
        frame['note'] = 'could not be measured: ' + type(error).__name__
    frames.append(frame)
frames.sort(key=lambda frame: -(frame['bytes'] or 0))

print(json.dumps({'frames': frames, 'more': names[MAX_FRAMES:], 'unknown': unknown, 'kernel': kernel_memory(), 'free': free_memory()}))
`;
