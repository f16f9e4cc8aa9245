/**
 * Wraps our own fixed code for a Python kernel in one expression.
 *
 * It runs in a namespace of its own, so it leaves nothing behind and is not
 * affected by a person's variable called `list` or `print`. It examines exact
 * built-in types and classes of known libraries, and calls no method of a class
 * of the person's own, because reading must not have side effects.
 *
 * @param body statements; they can use `namespace` (the person's variables),
 * `wanted` (the request) and the functions of the prelude.
 * @param request is inserted as a JSON literal.
 */
export function pythonCode(body: string, request: unknown): string {
  return [
    `__import__("builtins").exec(${JSON.stringify(PRELUDE + body)}, {`,
    `"namespace": __import__("builtins").globals(), "request": ${JSON.stringify(JSON.stringify(request))}})`
  ].join('');
}

/** What such code printed last; undefined if it is no JSON, as of an error. */
export function printedJson(printed: string): unknown {
  try {
    return JSON.parse(printed.trim().split('\n').pop() ?? '');
  } catch {
    return undefined;
  }
}

const PRELUDE = `
import json, sys

wanted = json.loads(request)
pd, np, torch = (sys.modules.get(name) for name in ('pandas', 'numpy', 'torch'))
PLAIN = (bool, int, float, complex, str, bytes, type(None))

def module_of(value):
    module = type.__getattribute__(type(value), '__module__')
    return module if isinstance(module, str) else ''

def root(value):
    return module_of(value).split('.')[0]

def is_a(value, module, name):
    """Of a library's class or of one derived from it, but for the person's own."""
    cls = getattr(module, name, None) if module else None
    return cls is not None and issubclass(type(value), cls) and root(value) != '__main__'
`;
