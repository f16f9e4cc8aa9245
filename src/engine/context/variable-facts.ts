import { z } from 'zod';

import type { INotebook } from '../../contract';
import { ELSEWHERE, elsewhereFacts } from '../../tools';
import { inOwnNamespace } from './quick-inspection';
import { fileName } from '../../contract/text/path-from-root';

/** The most variables that are listed, and columns of a table. */
const MAX = { variables: 30, columns: 60 };

/**
 * `[name, type, shape, columns]`; the shape is null if it cannot be read without
 * cost, and only tables have columns.
 */
export const variableFacts = z.array(
  z.tuple([
    z.string(),
    z.string(),
    z.array(z.number()).nullable(),
    z.array(z.string()).optional()
  ])
);
export type VariableFact = z.infer<typeof variableFacts>[number];

/** Packages whose versions a model would otherwise guess. */
const PACKAGES = ['pandas', 'numpy', 'matplotlib', 'scikit-learn', 'scipy'];

/** The Python that answers; `packages` are null where they are not installed. */
export const environmentFacts = z.object({
  python: z.string(),
  packages: z.record(z.string(), z.string().nullable()),
  elsewhere: elsewhereFacts.optional(),
  /** Whether nothing has run in this process yet. */
  fresh: z.boolean()
});
export type EnvironmentFacts = z.infer<typeof environmentFacts>;

/**
 * Python that prints two lines of JSON: `environmentFacts`, and then
 * `variableFacts` with names, types, shapes and columns, never a value. It reads
 * them only of classes of known libraries, `len` only of built-in containers,
 * and never calls the person's own code. Tables come first.
 */
export function factsCode({ path }: Pick<INotebook, 'path'>): string {
  const notebook = fileName(path);
  return inOwnNamespace(FACTS, {
    max: MAX,
    packages: PACKAGES,
    notebook
  });
}

const FACTS = `${ELSEWHERE}
import json, sys
request = json.loads(request)
HIDDEN = {'In', 'Out', 'exit', 'quit', 'open', 'get_ipython'}
CODE = {'module', 'function', 'builtin_function_or_method', 'method'}
SHAPED = {'pandas', 'numpy', 'polars', 'pyarrow', 'torch', 'geopandas'}
SIZED = (list, tuple, dict, set, frozenset)
NAMES = {'DataFrame': 'columns', 'GeoDataFrame': 'columns', 'Table': 'column_names'}

def shape(value):
    kind = type(value)
    if kind in SIZED:
        return [len(value)]
    module = type.__getattribute__(kind, '__module__')
    if kind.__name__ == 'LazyFrame' or not isinstance(module, str) or module.split('.')[0] not in SHAPED:
        return None
    found = getattr(value, 'shape', None)
    return [int(n) for n in found] if isinstance(found, tuple) and len(found) < 9 else None

def columns(value):
    kind = type(value)
    module = type.__getattribute__(kind, '__module__')
    if kind.__name__ not in NAMES or not isinstance(module, str) or module.split('.')[0] not in SHAPED:
        return []
    return [str(column) for column in list(getattr(value, NAMES[kind.__name__]))[:request['max']['columns']]]

def attempt(read, value):
    try:
        return read(value)
    except Exception:
        return None

def version(package):
    try:
        from importlib.metadata import version
        return str(version(package))
    except Exception:
        return None

def is_fresh():
    try:
        from IPython import get_ipython
        own = [name for name in namespace if type(name) is str and not name.startswith('_') and name not in HIDDEN]
        return get_ipython().execution_count <= 1 and not own
    except Exception:
        return False

versions = {package: version(package) for package in request['packages']}
if sys.platform == 'emscripten':
    # Pyodide installs a package when it is first imported.
    versions = {package: found for package, found in versions.items() if found}
print(json.dumps({
    'python': '.'.join(str(part) for part in sys.version_info[:3]),
    'packages': versions,
    'fresh': is_fresh(),
    'elsewhere': elsewhere(request['notebook'])
}))

found = [
    [name, type(value).__name__, value] for name, value in list(namespace.items())
    if type(name) is str and not name.startswith('_') and name not in HIDDEN
    and type(value).__name__ not in CODE and not issubclass(type(value), type)
]
found.sort(key=lambda each: 0 if each[1] == 'DataFrame' else 1)
print(json.dumps([
    [name, kind, attempt(shape, value), attempt(columns, value) or []]
    for name, kind, value in found[:request['max']['variables']]
]))
`;
