import { MAX_COLUMNS, MAX_VARIABLES } from './inspection';
import { pythonCode } from '../code/python-code';

/**
 * Python code that prints an `IInspection`.
 *
 * @param names variables to inspect; all of them if absent. They are only
 * compared with names, never run.
 */
export function pythonInspection(names: string[] | undefined): string {
  return pythonCode(INSPECTION, names ?? null);
}

/** Tables in memory: columns with counts and samples. */
const TABLES = `
def attempt(read):
    """None where a library can't tell, as of dates after the year 9999: Polars even panics, which is no Exception."""
    try:
        return read()
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:
        return None

def is_missing(value):
    try:
        return value is None or bool(value != value) or value is getattr(pd, 'NA', None)
    except (TypeError, ValueError):
        return value is getattr(pd, 'NA', None)

def samples(values):
    """Three different ones, as literals."""
    found = []
    for value in values:
        plain = root(value) in SAMPLED or type(value) in PLAIN
        if plain and is_missing(value):
            continue
        text = literal(value)
        if text not in found:
            found.append(text)
        if len(found) == 3:
            break
    return found

def plain_column(column):
    """Whether its values are of no class of the person's, as far as the head tells."""
    if str(column.dtype) != 'object':
        return True
    return all(type(v) in PLAIN or root(v) in SAMPLED for v in column.head(500).tolist())

def distinct(column):
    if len(column) > MAX_ROWS or not plain_column(column):
        return None
    return attempt(lambda: int(column.nunique()))

def label_text(label):
    plain = type(label) in PLAIN or type(label) is tuple or root(label) in SAMPLED
    return str(label) if plain else '<' + type(label).__name__ + '>'

def pandas_column(column, label, small):
    return {
        'name': label_text(label),
        'dtype': str(column.dtype),
        'missing': int(column.isna().sum()) if small else None,
        'distinct': distinct(column) if small else None,
        'samples': attempt(lambda: samples(column.head(500).tolist())) or [],
    }

def polars_type(dtype):
    """Without the categories of an Enum, which are values."""
    text = str(dtype)
    return type(dtype).__name__ if 'Enum(' in text else text

def polars_column(column, small):
    missing = int(column.null_count())
    few = small and len(column) <= MAX_ROWS
    return {
        'name': column.name,
        'dtype': polars_type(column.dtype),
        'missing': missing,
        'distinct': attempt(lambda: column.n_unique() - (1 if missing else 0)) if few else None,
        'samples': attempt(lambda: samples(column.head(500).to_list())) or [],
    }

def arrow_column(table, i):
    column = table.column(i)
    return {
        'name': str(table.schema.field(i).name),
        'dtype': str(column.type),
        'missing': int(column.null_count),
        'samples': attempt(lambda: samples(column.slice(0, 500).to_pylist())) or [],
    }

def table(told, rows, width, column_at):
    told['shape'] = [int(rows), int(width)]
    told['columns'] = [column_at(i, rows * width <= MAX_CELLS) for i in range(min(width, MAX_COLUMNS))]
    told['moreColumns'] = max(0, int(width) - MAX_COLUMNS)
`;

/** Lazy tables: names and types only, so that nothing is computed. */
const PLANS = `
def plan(told, fields, note):
    fields = [{'name': str(name), 'dtype': str(dtype)} for name, dtype in fields]
    told['shape'] = [None, len(fields)]
    told['columns'] = fields[:MAX_COLUMNS]
    told['moreColumns'] = max(0, len(fields) - MAX_COLUMNS)
    told['note'] = note + 'nothing was computed'

def array(told, value):
    told['shape'] = [int(n) for n in value.shape]
    told['dtype'] = str(value.dtype)

class RunsCode(Exception):
    pass

def polars_schema(value):
    """Polars may call functions of the person's to learn what types they give."""
    met = []
    def guard(frame, event, arg):
        owner = str(frame.f_globals.get('__name__')).split('.')[0]
        if event == 'call' and owner != 'polars' and owner not in getattr(sys, 'stdlib_module_names', ()):
            met.append(owner)
            raise RunsCode
    before = sys.getprofile()
    sys.setprofile(guard)
    try:
        return value.collect_schema() if hasattr(type(value), 'collect_schema') else value.schema
    except BaseException:
        if met:
            return None
        raise
    finally:
        sys.setprofile(before)

def describe_polars(told, value, kind):
    if kind == 'DataFrame':
        columns = value.get_columns()
        table(told, *value.shape, lambda i, small: polars_column(columns[i], small))
    elif kind == 'Series':
        told['shape'] = [len(value)]
        told['dtype'] = polars_type(value.dtype)
        told['columns'] = [polars_column(value, len(value) <= MAX_CELLS)]
    elif kind == 'LazyFrame':
        schema = polars_schema(value)
        if schema is None:
            told['note'] = 'lazy, nothing was computed; only running its functions would tell its columns'
        else:
            plan(told, [(name, polars_type(dtype)) for name, dtype in schema.items()], 'lazy, ')

def describe_arrow(told, value, kind):
    if kind in ('Table', 'RecordBatch'):
        table(told, value.num_rows, value.num_columns, lambda i, small: arrow_column(value, i))
    elif kind == 'ChunkedArray' or kind.endswith('Array'):
        told['shape'] = [len(value)]
        told['dtype'] = str(value.type)
    elif kind == 'RecordBatchReader' or kind.endswith('Dataset'):
        plan(told, [(field.name, field.type) for field in value.schema], '')

def describe_spark(told, value, kind):
    if kind == 'DataFrame' and module_of(value).startswith('pyspark.sql'):
        plan(told, [(field.name, field.dataType.simpleString()) for field in value.schema.fields], 'a Spark frame, ')

def describe_dask(told, value, kind):
    # To count the partitions of a frame Dask may compute it, as after set_index.
    note = str(value.npartitions) + ' partitions, ' if kind in ('Array', 'Bag') else ''
    if kind == 'DataFrame':
        plan(told, zip(value.columns, value.dtypes), 'a Dask frame, ')
        return
    if kind == 'Series':
        told['dtype'] = str(value.dtype)
    elif kind == 'Array':
        told['shape'] = [int(n) if n == n else None for n in value.shape]
        told['dtype'] = str(value.dtype)
    told['note'] = note + 'nothing was computed'
`;

const INSPECTION = `
import collections

MAX_VARIABLES, MAX_COLUMNS = ${MAX_VARIABLES}, ${MAX_COLUMNS}
MAX_TEXT, MAX_CELLS, MAX_ROWS = 40, 20_000_000, 1_000_000
HIDDEN = {'In', 'Out', 'exit', 'quit', 'open', 'get_ipython'}
SIZED = (list, tuple, dict, set, frozenset, str, bytes, bytearray, range, collections.deque, collections.Counter, collections.OrderedDict, collections.defaultdict)
CODE = ('module', 'function', 'builtin_function_or_method', 'method', 'type', 'ABCMeta', 'EnumMeta', 'EnumType')
SHAPED = ('scipy', 'jax', 'jaxlib', 'tensorflow', 'xarray', 'cupy')
SAMPLED = ('numpy', 'pandas', 'datetime', 'decimal', 'fractions', 'uuid', 'pathlib')

def short(text):
    text = ' '.join(text.split())
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT - 1] + '…'

def literal(value):
    if type(value) in (str, bytes):
        return short(repr(value[:200]))
    if type(value) in PLAIN:
        try:
            return short(repr(value))
        except ValueError:
            return 'a very long number'
    if root(value) in SAMPLED:
        return short(str(value))
    return '<' + type(value).__name__ + '>'
${TABLES}${PLANS}
LIBRARIES = {'polars': describe_polars, 'pyarrow': describe_arrow, 'pyspark': describe_spark, 'dask': describe_dask, 'dask_expr': describe_dask}

def describe(name, value):
    kind = type(value).__name__
    told = {'name': name, 'type': kind}
    if is_a(value, pd, 'DataFrame'):
        table(told, *value.shape, lambda i, small: pandas_column(value.iloc[:, i], value.columns[i], small))
        told['header'] = value.columns.nlevels == 1 and value.columns.name is None and all(type(label) is str for label in value.columns[:MAX_COLUMNS])
    elif is_a(value, pd, 'Series'):
        array(told, value)
        told['columns'] = [pandas_column(value, value.name, value.shape[0] <= MAX_CELLS)]
        # It may be a row, whose name is a value.
        told['header'] = False
    elif is_a(value, pd, 'Index') or is_a(value, np, 'ndarray'):
        array(told, value)
    elif is_a(value, torch, 'Tensor'):
        array(told, value)
        told['note'] = 'on ' + str(value.device)
    elif root(value) in LIBRARIES:
        LIBRARIES[root(value)](told, value, kind)
    elif is_a(value, np, 'generic') or is_a(value, pd, 'Timestamp') or is_a(value, pd, 'Timedelta'):
        told['value'] = literal(value)
    elif type(value) in PLAIN:
        told['value'] = literal(value)
        if type(value) in SIZED:
            told['shape'] = [len(value)]
    elif type(value) in SIZED:
        told['shape'] = [len(value)]
    elif root(value) in SHAPED:
        shape = getattr(value, 'shape', None)
        if isinstance(shape, tuple) and all(type(n) is int for n in shape):
            told['shape'] = list(shape)
    return told

def listed(name, value):
    kind = type(value).__name__
    return not name.startswith('_') and name not in HIDDEN and kind not in CODE and root(value) != 'IPython' and not isinstance(value, type)

variables = dict(namespace)
if wanted is None:
    names = [n for n, v in variables.items() if type(n) is str and listed(n, v)]
    names.sort(key=lambda n: 0 if type(variables[n]).__name__.endswith('Frame') else 1)
    unknown = []
else:
    names = [n for n in dict.fromkeys(wanted) if n in variables]
    unknown = [n for n in dict.fromkeys(wanted) if n not in variables]

found = []
for name in names[:MAX_VARIABLES]:
    try:
        found.append(describe(name, variables[name]))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        found.append({'name': name, 'type': type(variables[name]).__name__, 'note': 'could not be read: ' + type(error).__name__})

print(json.dumps({'variables': found, 'more': names[MAX_VARIABLES:], 'unknown': unknown}))
`;
