import { z } from 'zod';

import type { INotebook, ITranslator } from '../../../contract';
import {
  inOwnNamespace,
  printedJson,
  quickInspection,
  speaksPython
} from '../../../engine/context/quick-inspection';
import type { IReportPackages } from '../state/report-ports';

/** How long a kernel may take to list its packages, in ms. */
const PATIENCE = 5_000;
const MAX_COUNT = 200;

const answer = z.record(z.string().max(200), z.string().max(200));

/**
 * The packages that a notebook uses and their versions, as loaded in its
 * kernel. If they cannot be read, a sentence with the reason.
 */
export async function kernelPackages(
  notebook: INotebook,
  signal: AbortSignal,
  trans: ITranslator
): Promise<IReportPackages> {
  const { status, displayName, language } = notebook.kernel;
  if (status === 'none') {
    return without(trans.__('not known, since no kernel was running'));
  }
  if (!speaksPython(notebook)) {
    return without(
      trans.__(
        'not known, since only a Python kernel can be asked, and this one is %1',
        displayName || language
      )
    );
  }
  const read = answer.safeParse(
    printedJson(
      await quickInspection(
        notebook,
        signal,
        inOwnNamespace(PACKAGES, { max: MAX_COUNT }),
        PATIENCE
      )
    )
  );
  return read.success
    ? { versions: read.data, missing: '' }
    : without(trans.__('not known, since the kernel did not answer'));
}

function without(missing: string): IReportPackages {
  return { versions: {}, missing };
}

/**
 * Prints versions by name: Python's, and those of the distributions of the
 * modules, functions, classes and objects in the namespace. Looks only at
 * types, and never calls the person's own code.
 */
const PACKAGES = `
import json, platform, sys
from importlib import metadata
from types import ModuleType

OWN = {'__main__', 'builtins', 'IPython', 'ipykernel', 'ipykernel_launcher'}
CODE = {'function', 'builtin_function_or_method', 'type', 'ufunc', '_ArrayFunctionDispatcher'}

def place(value):
    kind = type(value)
    if issubclass(kind, ModuleType):
        return ModuleType.__getattribute__(value, '__dict__').get('__name__')
    if issubclass(kind, type):
        return type.__getattribute__(value, '__module__')
    if kind.__name__ in CODE:
        return getattr(value, '__module__', None)
    return type.__getattribute__(kind, '__module__')

roots = set()
for name, value in list(namespace.items()):
    if type(name) is str and not name.startswith('_'):
        try:
            found = place(value)
        except Exception:
            continue
        if type(found) is str:
            roots.add(found.split('.')[0])
roots -= OWN
roots -= set(getattr(sys, 'stdlib_module_names', sys.builtin_module_names))

versions = {}
others = []
for root in sorted(roots):
    try:
        versions[root] = metadata.version(root)
    except Exception:
        others.append(root)
if others and hasattr(metadata, 'packages_distributions'):
    # Reads a file of each distribution: only where a name is another's.
    byModule = metadata.packages_distributions()
    for root in others:
        for name in byModule.get(root, [])[:1]:
            try:
                versions[name] = metadata.version(name)
            except Exception:
                pass
shown = dict(sorted(versions.items(), key=lambda each: each[0].lower())[:json.loads(request)['max']])
print(json.dumps({'Python': platform.python_version(), **shown}))
`;
