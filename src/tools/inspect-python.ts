/** Variables, columns and characters that are told at most. */
export const MAX_VARIABLES = 40;
export const MAX_COLUMNS = 60;

/** What the inspection prints, as JSON. */
export interface IInspection {
  variables: IVariable[];
  /** Names beyond `MAX_VARIABLES`. */
  more: string[];
  /** Names that were asked for and aren't defined. */
  unknown: string[];
}

export interface IVariable {
  name: string;
  type: string;
  /** Lengths of its dimensions. */
  shape?: number[];
  /** Of arrays and series. */
  dtype?: string;
  /** A short literal, of plain values only. */
  value?: string;
  columns?: IColumn[];
  /** Columns beyond `MAX_COLUMNS`. */
  moreColumns?: number;
}

export interface IColumn {
  name: string;
  dtype: string;
  /** Missing values; null where the table is too large to count. */
  missing: number | null;
  /** Distinct values; null where they can't be counted cheaply. */
  distinct: number | null;
  samples: string[];
}

/**
 * Python that prints an `IInspection`.
 *
 * It runs in a namespace of its own, so that it leaves nothing behind and a
 * person's variable called `list` or `print` doesn't matter. It looks at exact
 * built-in types and at classes of libraries it knows, and calls no method of a
 * class that is the person's own: reading must not have effects.
 *
 * @param names variables asked for; every one where not given. Goes in as a
 * JSON literal and is only ever compared with names.
 */
export function inspectionCode(names: string[] | undefined): string {
  const wanted = names === undefined ? 'null' : JSON.stringify(names);
  return [
    `__import__("builtins").exec(${JSON.stringify(INSPECTION)}, {`,
    `"namespace": __import__("builtins").globals(), "request": ${JSON.stringify(wanted)}})`
  ].join('');
}

const INSPECTION = `
import json, sys

MAX_VARIABLES, MAX_COLUMNS, MAX_TEXT, MAX_CELLS = ${MAX_VARIABLES}, ${MAX_COLUMNS}, 40, 20_000_000
HIDDEN = {'In', 'Out', 'exit', 'quit', 'open', 'get_ipython'}
PLAIN = (bool, int, float, complex, str, bytes, type(None))
SIZED = (list, tuple, dict, set, frozenset, str, bytes, bytearray, range)
CODE = ('module', 'function', 'builtin_function_or_method', 'method', 'type', 'ABCMeta', 'EnumMeta', 'EnumType')
ARRAYS = ('torch', 'scipy', 'jax', 'jaxlib', 'tensorflow', 'xarray', 'polars', 'pyarrow')
SAMPLED = ('numpy', 'pandas', 'datetime', 'decimal', 'fractions', 'uuid', 'pathlib')

pd, np = sys.modules.get('pandas'), sys.modules.get('numpy')

def is_a(value, module, name):
    cls = getattr(module, name, None) if module else None
    return cls is not None and issubclass(type(value), cls)

def root(value):
    module = type.__getattribute__(type(value), '__module__')
    return module.split('.')[0] if isinstance(module, str) else ''

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

def is_missing(value):
    try:
        return value is None or bool(value != value) or value is getattr(pd, 'NA', None)
    except (TypeError, ValueError):
        return value is getattr(pd, 'NA', None)

def samples(column):
    found = []
    for value in column.head(500).tolist():
        if root(value) not in SAMPLED and type(value) not in PLAIN:
            text = literal(value)
        elif is_missing(value):
            continue
        else:
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
    if len(column) > 1_000_000 or not plain_column(column):
        return None
    try:
        return int(column.nunique())
    except TypeError:
        return None

def describe_column(column, label, small):
    return {
        'name': str(label) if type(label) in PLAIN or type(label) is tuple or root(label) in SAMPLED else '<' + type(label).__name__ + '>',
        'dtype': str(column.dtype),
        'missing': int(column.isna().sum()) if small else None,
        'distinct': distinct(column) if small else None,
        'samples': samples(column),
    }

def describe(name, value):
    told = {'name': name, 'type': type(value).__name__}
    if is_a(value, pd, 'DataFrame'):
        told['shape'] = [int(n) for n in value.shape]
        small = value.shape[0] * value.shape[1] <= MAX_CELLS
        shown = range(min(value.shape[1], MAX_COLUMNS))
        told['columns'] = [describe_column(value.iloc[:, i], value.columns[i], small) for i in shown]
        told['moreColumns'] = max(0, value.shape[1] - MAX_COLUMNS)
    elif is_a(value, pd, 'Series'):
        told['shape'] = [int(n) for n in value.shape]
        told['dtype'] = str(value.dtype)
        told['columns'] = [describe_column(value, value.name, value.shape[0] <= MAX_CELLS)]
    elif is_a(value, pd, 'Index') or is_a(value, np, 'ndarray'):
        told['shape'] = [int(n) for n in value.shape]
        told['dtype'] = str(value.dtype)
    elif type(value) in PLAIN:
        told['value'] = literal(value)
        if type(value) in SIZED:
            told['shape'] = [len(value)]
    elif type(value) in SIZED:
        told['shape'] = [len(value)]
    elif root(value) in ARRAYS:
        shape = getattr(value, 'shape', None)
        if isinstance(shape, tuple) and all(type(n) is int for n in shape):
            told['shape'] = list(shape)
    return told

def listed(name, value):
    kind = type(value).__name__
    return not name.startswith('_') and name not in HIDDEN and kind not in CODE and root(value) != 'IPython' and not isinstance(value, type)

wanted = json.loads(request)
variables = dict(namespace)
if wanted is None:
    names = [n for n, v in variables.items() if type(n) is str and listed(n, v)]
    names.sort(key=lambda n: 0 if is_a(variables[n], pd, 'DataFrame') else 1)
    unknown = []
else:
    names = [n for n in dict.fromkeys(wanted) if n in variables]
    unknown = [n for n in dict.fromkeys(wanted) if n not in variables]

found = []
for name in names[:MAX_VARIABLES]:
    try:
        found.append(describe(name, variables[name]))
    except Exception as error:
        found.append({'name': name, 'type': type(variables[name]).__name__, 'value': 'could not be read: ' + type(error).__name__})

print(json.dumps({'variables': found, 'more': names[MAX_VARIABLES:], 'unknown': unknown}))
`;
