/**
 * Our own fixed code for a Python kernel, in one expression.
 *
 * It runs in a namespace of its own, so that it leaves nothing behind and a
 * person's variable called `list` or `print` doesn't matter. It looks at exact
 * built-in types and at classes of libraries it knows, and calls no method of a
 * class that is the person's own: reading must not have effects.
 *
 * @param body statements; they find `namespace` (the person's variables),
 * `wanted` (the request) and the functions of the prelude.
 * @param request goes in as a JSON literal.
 */
export function pythonCode(body: string, request: unknown): string {
  return [
    `__import__("builtins").exec(${JSON.stringify(PRELUDE + body)}, {`,
    `"namespace": __import__("builtins").globals(), "request": ${JSON.stringify(JSON.stringify(request))}})`
  ].join('');
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
