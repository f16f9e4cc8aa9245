import { z } from 'zod';

import type { INotebook } from '../../../contract';
import {
  inOwnNamespace,
  printedJson,
  quickInspection,
  speaksPython
} from '../../../engine/context/quick-inspection';

/** The most tables that are listed, and columns of each. */
const TABLES = 5;
const COLUMNS = 40;
/** The most characters of a name. */
const NAME = 60;
/** How long the kernel may take, in ms. */
const PATIENCE = 300;

const tables = z.array(z.tuple([z.string(), z.array(z.string())]));

/**
 * Column names of the tables in the kernel, one line per table, to offer as
 * choices in a question about the data. Contains no values. Empty if the kernel
 * does not answer at once.
 */
export async function tableColumns(
  notebook: INotebook,
  signal: AbortSignal
): Promise<string> {
  if (!speaksPython(notebook)) {
    return '';
  }
  const printed = await quickInspection(
    notebook,
    signal,
    inOwnNamespace(CODE, { tables: TABLES, columns: COLUMNS, name: NAME }),
    PATIENCE
  );
  return (tables.safeParse(printedJson(printed)).data ?? [])
    .map(([table, columns]) => `Columns of ${table}: ${columns.join(', ')}`)
    .join('\n');
}

/** Reads columns only of classes of known libraries, and calls nothing else. */
const CODE = `
import json
asked = json.loads(request)
KNOWN = {'pandas', 'polars', 'pyarrow', 'geopandas'}
NAMES = {'DataFrame': 'columns', 'GeoDataFrame': 'columns', 'Table': 'column_names'}

def columns(value):
    kind = type(value)
    module = type.__getattribute__(kind, '__module__')
    where = NAMES.get(kind.__name__)
    if where is None or not isinstance(module, str) or module.split('.')[0] not in KNOWN:
        return []
    return [str(name)[:asked['name']] for name in list(getattr(value, where))[:asked['columns']]]

def told(name, value):
    try:
        return [name[:asked['name']], columns(value)]
    except Exception:
        return [name, []]

found = [
    told(name, value) for name, value in list(namespace.items())
    if type(name) is str and not name.startswith('_')
]
print(json.dumps([each for each in found if each[1]][:asked['tables']]))
`;
