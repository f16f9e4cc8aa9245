import { MAX_COLUMNS, MAX_VARIABLES } from './inspection';
import { pythonCode } from '../code/python-code';

/**
 * Python code that prints an `IInspection`.
 *
 * @param names variables to inspect; all of them if absent. They are only
 * compared with names, never run.
 * @param values false if it is to find out which labels come from a header.
 */
export function pythonInspection(
  names: string[] | undefined,
  values: boolean
): string {
  return pythonCode(INSPECTION, { names: names ?? null, values });
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

/**
 * Where labels come from, by the code that ran: a label is no value of the data
 * if the code itself writes it, or if its table was read as it is in a file and
 * went through nothing since that could make labels of values. What is not
 * listed here may have (pivot, crosstab, get_dummies, a function of one's own).
 */
const HEADERS = `
MAX_CODE = 1_000_000
READS = re.compile('(read|scan|load|fetch)(_|$)')
JOINS = {'concat', 'merge', 'merge_asof', 'join', 'append', 'vstack', 'hstack', 'combine_first'}
KEEPS = JOINS | set('''abs agg aggregate astype bfill cast clip collect compute convert_dtypes copy count csv cumsum
data diff drop drop_duplicates drop_nulls dropna explode ffill fill_nan fill_null fillna filter first frame group_by
groupby head iloc infer_objects interpolate isin isna last lazy limit load loc mask max mean median melt min nlargest
notna nsmallest option parquet persist query rename replace reset_index resample rolling round sample select set_index
shift size slice sort sort_index sort_values std sum tail to_pandas to_polars unique unpivot where with_columns'''.split())
# What pandas itself calls a column.
OWN = set('index count proportion variable value size mean std min max sum median first last'.split())

def nodes_of(code):
    '''What ran, below %%time too; None if it is too much to read.'''
    code, nodes = [text for text in code if type(text) is str], []
    if sum(map(len, code)) > MAX_CODE:
        return None
    while code:
        try:
            found = list(ast.walk(ast.parse(code.pop())))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        nodes += found
        for node in found:
            if isinstance(node, ast.Call) and getattr(node.func, 'attr', '') == 'run_cell_magic':
                magic, _, body = [getattr(each, 'value', None) for each in node.args]
                code += [body] if magic in ('time', 'capture') else []
    return nodes

def fixed(target, value):
    '''Whether a column that is written is named in the code, was there before, or is none.'''
    place = target.slice
    if isinstance(target.value, ast.Attribute):
        place = place.elts[-1] if isinstance(place, ast.Tuple) and place.elts else ast.Constant(None)
    table = lambda node: isinstance(node, ast.Subscript) and ast.dump(node.value) + ast.dump(node.slice)
    return isinstance(place, (ast.Constant, ast.Compare, ast.List)) or any(table(node) == table(target) for node in ast.walk(value))

def renames(table, node):
    '''Whether labels are written down, or made of those there were.'''
    node = node.generators[0].iter if isinstance(node, ast.ListComp) else node
    while isinstance(node, (ast.Call, ast.Attribute)) and getattr(node, 'attr', '') != 'columns':
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.List) or isinstance(node, ast.Attribute) and ast.dump(node.value) == ast.dump(table)

def relabelled(node):
    '''Variables whose tables may get labels that are values.'''
    for target in node.targets if isinstance(node, ast.Assign) else []:
        if isinstance(target, ast.Subscript) and not fixed(target, node.value) or getattr(target, 'attr', '') == 'columns' and not renames(target.value, node.value):
            yield from (getattr(each, 'id', None) for each in (target.value, getattr(target.value, 'value', None)))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == 'insert' or node.func.attr not in KEEPS and any(each.arg == 'inplace' for each in node.keywords):
            yield getattr(node.func.value, 'id', None)
    if isinstance(node, ast.arg):
        yield node.arg

def written(node):
    '''Labels, or a function of labels.'''
    return isinstance(node, (ast.Constant, ast.Lambda, ast.Attribute)) or isinstance(node, ast.Dict) and all(isinstance(each, ast.Constant) for each in node.values)

def keeps(node, held):
    '''Whether the labels of what an expression gives come from a header.'''
    all_keep = lambda nodes: all(keeps(each, held) for each in nodes)
    if isinstance(node, ast.Name):
        return node.id in held or type(variables.get(node.id)).__name__ == 'module'
    if isinstance(node, ast.Subscript):
        return keeps(node.value, held)
    if isinstance(node, ast.Attribute):
        return bool(READS.match(node.attr)) or node.attr in KEEPS and keeps(node.value, held)
    if isinstance(node, (ast.List, ast.Tuple)):
        return all_keep(node.elts)
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return keeps(node.elt, held)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return bool(READS.match(node.func.id)) and getattr(variables.get(node.func.id), '__module__', '__main__') != '__main__'
    if isinstance(node, ast.Call):
        given = node.args + [each.value for each in node.keywords]
        if getattr(node.func, 'attr', '') == 'rename' and not all(written(each) for each in given) or any(each.arg is None for each in node.keywords):
            return False
        return keeps(node.func, held) and (getattr(node.func, 'attr', '') not in JOINS or all_keep(node.args))
    return False

def from_header(nodes):
    '''Names of variables whose labels come from a header, and all labels that do.'''
    words, bound, lost = set(OWN), {}, set()
    for node in nodes:
        words.update(text for text in (getattr(node, field, None) for field in ('id', 'attr', 'arg', 'value')) if type(text) is str)
        lost.update(relabelled(node))
        for target in node.targets if isinstance(node, ast.Assign) else []:
            if isinstance(target, ast.Name):
                bound.setdefault(target.id, {})[target] = node.value
    lost.update(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in bound.get(node.id, {}))
    held, before = set(bound) - lost, None
    while held != before:
        before = held
        held = {name for name in held if all(keeps(value, held) for value in bound[name].values())}
    for value in map(variables.get, held):
        if is_a(value, pd, 'DataFrame') or root(value) == 'polars' and type(value).__name__ == 'DataFrame':
            words.update(label for label in value.columns[:10_000] if type(label) is str)
    return held, words

def is_header(told, held, labels):
    # Two tables that are joined get endings.
    return told['name'] in held or all(name in labels or name[-2:] in ('_x', '_y') and name[:-2] in labels for name in (str(each['name']) for each in told['columns']))
`;

const INSPECTION = `
import ast, collections, re

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
${TABLES}${PLANS}${HEADERS}
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
if wanted['names'] is None:
    names = [n for n, v in variables.items() if type(n) is str and listed(n, v)]
    names.sort(key=lambda n: 0 if type(variables[n]).__name__.endswith('Frame') else 1)
    unknown = []
else:
    names = [n for n in dict.fromkeys(wanted['names']) if n in variables]
    unknown = [n for n in dict.fromkeys(wanted['names']) if n not in variables]

found = []
for name in names[:MAX_VARIABLES]:
    try:
        found.append(describe(name, variables[name]))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        found.append({'name': name, 'type': type(variables[name]).__name__, 'note': 'could not be read: ' + type(error).__name__})

if not wanted['values']:
    history = variables.get('In')
    nodes = nodes_of(history if type(history) is list else [])
    held, labels = from_header(nodes) if nodes else (set(), set())
    for told in found:
        if told.get('columns'):
            told['header'] = told.get('header', True) and is_header(told, held, labels)

print(json.dumps({'variables': found, 'more': names[MAX_VARIABLES:], 'unknown': unknown}))
`;
