import { z } from 'zod';

import { inOwnNamespace } from './quick-inspection';

/** The most variables that are listed. */
const MAX_VARIABLES = 30;

/**
 * `[name, type, shape]`; the shape is null if it cannot be read without cost.
 */
export const variableFacts = z.array(
  z.tuple([z.string(), z.string(), z.array(z.number()).nullable()])
);
export type VariableFact = z.infer<typeof variableFacts>[number];

/**
 * Python that prints `variableFacts` as JSON: names, types and shapes, never a
 * value. It reads `shape` only of classes of known libraries and `len` only of
 * built-in containers, and never calls the person's own code. Tables come
 * first.
 */
export function factsCode(): string {
  return inOwnNamespace(FACTS, { max: MAX_VARIABLES });
}

const FACTS = `
import json
HIDDEN = {'In', 'Out', 'exit', 'quit', 'open', 'get_ipython'}
CODE = {'module', 'function', 'builtin_function_or_method', 'method'}
SHAPED = {'pandas', 'numpy', 'polars', 'pyarrow', 'torch', 'geopandas'}
SIZED = (list, tuple, dict, set, frozenset)

def shape(value):
    kind = type(value)
    if kind in SIZED:
        return [len(value)]
    module = type.__getattribute__(kind, '__module__')
    if kind.__name__ == 'LazyFrame' or not isinstance(module, str) or module.split('.')[0] not in SHAPED:
        return None
    found = getattr(value, 'shape', None)
    return [int(n) for n in found] if isinstance(found, tuple) and len(found) < 9 else None

def fact(name, value):
    try:
        return [name, type(value).__name__, shape(value)]
    except Exception:
        return [name, type(value).__name__, None]

found = [
    fact(name, value) for name, value in list(namespace.items())
    if type(name) is str and not name.startswith('_') and name not in HIDDEN
    and type(value).__name__ not in CODE and not issubclass(type(value), type)
]
found.sort(key=lambda each: 0 if each[1] == 'DataFrame' else 1)
print(json.dumps(found[:json.loads(request)['max']]))
`;
