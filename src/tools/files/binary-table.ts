import { z } from 'zod';

import {
  type IFileInfo,
  type IToolContext,
  columnNames,
  isWorkspaceError
} from '../../contract';
import { printedJson, pythonCode } from '../shared/code/python-code';
import { forCall } from '../shared/files/paths';
import { kernelObjection } from '../shared/cells/insert-place';
import { className, isPlainLabel } from '../shared/inspection/inspection';
import { formatCount } from '../../contract/text/format-size';

/** A table that only a library can read, by the ending of its name. */
export type BinaryTable = 'Excel' | 'Parquet' | 'SQLite';

export function binaryTable(name: string): BinaryTable | null {
  if (/\.(xlsx|xlsm)$/i.test(name)) {
    return 'Excel';
  }
  if (/\.(parquet|pq)$/i.test(name)) {
    return 'Parquet';
  }
  return /\.(db|sqlite3?)$/i.test(name) ? 'SQLite' : null;
}

/** Libraries read a workbook whole, so a larger one is left to a cell. */
export const MAX_WORKBOOK = 50_000_000;

const description = z.union([
  z.object({ problem: z.string() }),
  z.object({
    parts: z.array(
      z.object({
        name: z.string(),
        rows: z.number().nullable(),
        columns: z.number().nullable(),
        /** Name and type. */
        fields: z.array(z.tuple([z.string(), z.string()])),
        sample: z.array(z.array(z.string()))
      })
    ),
    more: z.number()
  })
]);

type Part = Extract<
  z.infer<typeof description>,
  { parts: unknown }
>['parts'][number];

/**
 * Sheets, columns or tables, read by fixed code on the notebook's kernel.
 *
 * @returns lines for the model, or why they are not known.
 */
export async function binaryTableText(
  info: IFileInfo,
  kind: BinaryTable,
  context: IToolContext
): Promise<{ lines: string[] } | { problem: string }> {
  const { notebook, signal, values } = context;
  const { language, displayName } = notebook.kernel;
  const objection = kernelObjection(context);
  if (objection !== null) {
    return { problem: objection };
  }
  if (language && language.toLowerCase() !== 'python') {
    return { problem: `the kernel is ${displayName || language}` };
  }
  const code = pythonCode(DESCRIBE, {
    path: forCall(info.path, context).split('/'),
    size: info.size,
    kind,
    values
  });
  let printed: string;
  try {
    printed = await notebook.inspect(code, signal);
  } catch (error) {
    if (isWorkspaceError(error) && error.code === 'kernel-busy') {
      return { problem: 'the kernel is busy' };
    }
    throw error;
  }
  const found = description.safeParse(printedJson(printed)).data;
  if (!found) {
    return { problem: 'the kernel could not read it' };
  }
  if ('problem' in found) {
    return found;
  }
  return {
    lines: [
      ...found.parts.flatMap(part => partLines(part, kind, values)),
      ...(found.more > 0 ? [`… ${formatCount(found.more)} more …`] : [])
    ]
  };
}

const NAMES: Readonly<Record<BinaryTable, string>> = {
  Excel: 'Sheet',
  Parquet: 'Table',
  SQLite: 'Table'
};

function partLines(part: Part, kind: BinaryTable, values: boolean): string[] {
  const { name, rows, columns, fields } = part;
  const size = [
    ...(rows === null ? [] : [`${formatCount(rows)} rows`]),
    ...(columns === null ? [] : [`${formatCount(columns)} columns`])
  ].join(' × ');
  const isNamed = values || fields.every(([field]) => isPlainLabel(field));
  const title = values || isPlainLabel(name) ? name : '';
  const head = `${[NAMES[kind], ...(title ? [JSON.stringify(title)] : [])].join(' ')}${size ? `: ${size}` : ''}`;
  // The first row of a sheet may be names or data.
  const [first = []] = part.sample;
  const header = kind === 'Excel' && !values ? columnNames(part.sample) : null;
  const sample = values ? part.sample : [];
  return [
    head,
    ...(isNamed
      ? []
      : ['  Names of columns are withheld: they may be values.']),
    ...fields.map(
      ([field, type], at) =>
        `  ${isNamed ? JSON.stringify(field) : `column ${at + 1}`}: ${values ? type : className(type)}`
    ),
    ...(header ? [`  Columns: ${header.join(', ')}`] : []),
    ...(kind === 'Excel' && !values && !header && first.length > 0
      ? ['  Its first row does not look like names of columns.']
      : []),
    ...sample.filter(row => row.length > 0).map(row => `  ${row.join(' | ')}`)
  ];
}

/**
 * The file must have the size that the server says, so that no other one is
 * read if the kernel's folder is not the notebook's. Views and virtual tables
 * of a database run code of their own, so no rows are read from them.
 */
const DESCRIBE = `
import os
MOST_PARTS, MOST_FIELDS, ROWS, LONGEST = 20, 60, 3, 40

def places():
    session = os.environ.get('JPY_SESSION_NAME') or ''
    if os.path.isabs(session):
        yield os.path.dirname(session)
    yield os.getcwd()

def shown(value):
    text = '' if value is None else '%.6g' % value if type(value) is float else str(value)
    text = ' '.join(text.split()).removesuffix(' 00:00:00')
    return text if len(text) <= LONGEST else text[:LONGEST - 1] + '…'

def filled(row):
    while row and not row[-1]:
        row.pop()
    return row

def excel(path):
    import openpyxl
    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    try:
        parts = []
        for sheet in book.worksheets[:MOST_PARTS]:
            rows = sheet.iter_rows(min_row=1, max_row=ROWS + 1, max_col=MOST_FIELDS, values_only=True)
            parts.append({'name': sheet.title, 'rows': sheet.max_row, 'columns': sheet.max_column, 'fields': [],
                          'sample': [filled([shown(value) for value in row]) for row in rows]})
        return parts, len(book.worksheets) - len(parts)
    finally:
        book.close()

def parquet(path):
    import pyarrow.parquet
    with pyarrow.parquet.ParquetFile(path) as file:
        schema = file.schema_arrow
        sample = []
        # The first rows are read with their whole group.
        if wanted['values'] and file.num_row_groups and file.metadata.row_group(0).total_byte_size < 50_000_000:
            columns = schema.names[:MOST_FIELDS]
            batch = next(file.iter_batches(batch_size=ROWS, columns=columns), None)
            rows = batch.slice(0, ROWS).to_pylist() if batch is not None else []
            sample = [[shown(row[name]) for name in columns] for row in rows]
        fields = [[field.name, str(field.type)] for field in schema]
        return [{'name': '', 'rows': file.metadata.num_rows, 'columns': len(fields),
                 'fields': fields[:MOST_FIELDS], 'sample': sample}], 0

def sqlite(path):
    import sqlite3, urllib.parse
    base = sqlite3.connect('file:%s?mode=ro&immutable=1' % urllib.parse.quote(path), uri=True)
    try:
        base.execute('pragma trusted_schema=off')
        tables = base.execute("select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name").fetchall()
        parts = []
        for name, sql in tables[:MOST_PARTS]:
            quoted = '"%s"' % name.replace('"', '""')
            fields = [[str(row[1]), str(row[2]).lower() or 'any'] for row in base.execute('pragma table_info(%s)' % quoted)]
            virtual = (sql or '').lstrip().lower().startswith('create virtual')
            few = not virtual and os.path.getsize(path) < 200_000_000
            rows = base.execute('select count(*) from %s' % quoted).fetchone()[0] if few else None
            sample = []
            if wanted['values'] and not virtual:
                sample = [[shown(value) for value in row[:MOST_FIELDS]]
                          for row in base.execute('select * from %s limit %d' % (quoted, ROWS))]
            parts.append({'name': name, 'rows': rows, 'columns': len(fields), 'fields': fields[:MOST_FIELDS], 'sample': sample})
        return parts, len(tables) - len(parts)
    finally:
        base.close()

def found():
    for place in places():
        path = os.path.join(place, *wanted['path'])
        if os.path.isfile(path) and os.path.getsize(path) == wanted['size']:
            return os.path.realpath(path)
    return None

path = found()
if path is None:
    answer = {'problem': 'the kernel does not see that file'}
else:
    try:
        parts, more = {'Excel': excel, 'Parquet': parquet, 'SQLite': sqlite}[wanted['kind']](path)
        answer = {'parts': parts, 'more': more}
    except ImportError as error:
        answer = {'problem': 'the kernel has no %s' % (error.name or 'library for it')}
    except Exception as error:
        answer = {'problem': 'it could not be read (%s)' % type(error).__name__}
print(json.dumps(answer))
`;
