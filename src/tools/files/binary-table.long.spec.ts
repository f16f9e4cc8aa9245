import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { PythonProcess } from '../../testing/processes/python-process';
import { toolOn } from '../stories/tool-context';
import { readFile } from './read-file';

const MAKE = `
import datetime, sqlite3
import openpyxl, pyarrow, pyarrow.parquet

book = openpyxl.Workbook()
sheet = book.active
sheet.title = '2024'
for row in [['id', 'day', 'price'], [1, datetime.date(2024, 1, 2), 1.23456789], [2, None, 3]]:
    sheet.append(row)
book.create_sheet('empty')
book.save('sales.xlsx')

pyarrow.parquet.write_table(pyarrow.table({
    'id': [1, 2, 3, 4, 5], 'name': ['Ann', None, 'Cy', 'Di', 'Ed'], 'price': [1.23456789, 2.0, 3.0, 4.0, 5.0]
}), 'sales.parquet')

base = sqlite3.connect('sales.db')
base.execute('create table "the customers" (id integer primary key, name text, odd)')
base.executemany('insert into "the customers" values (?, ?, ?)', [(n, 'Name %d' % n, None) for n in range(7)])
base.execute('create view slow as select * from "the customers"')
base.execute('create virtual table words using fts5(text)')
base.commit()
base.close()
open('broken.xlsx', 'w').write('no workbook')
open('broken.db', 'w').write('no database')
`;

describe('a table that only a library reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-'));
  let python: PythonProcess;

  beforeAll(async () => {
    python = new PythonProcess(folder, { libraries: true });
    expect((await python.run(MAKE)).status).toBe('ok');
  });

  afterAll(() => {
    python.dispose();
    rmSync(folder, { recursive: true });
  });

  const read = async (name: string, values = true) => {
    const { size } = statSync(join(folder, name));
    return toolOn(readFile).run(
      { path: name },
      {
        notebook: new FakeNotebook({
          path: 'work/a.ipynb',
          onInspect: code => python.inspect(code)
        }),
        files: new FakeFiles({ [`work/${name}`]: { size } }),
        values
      }
    );
  };

  it('is described by sheets and first rows: Excel', async () => {
    const { text } = await read('sales.xlsx');
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^sales\.xlsx: \d\.\d KB, Excel\.$/),
      'Sheet "2024": 3 rows × 3 columns',
      '  id | day | price',
      '  1 | 2024-01-02 | 1.23457',
      '  2 |  | 3',
      expect.stringContaining('Sheet "empty"')
    ]);
  });

  it('is described by its schema and first rows: Parquet', async () => {
    const { text } = await read('sales.parquet');
    expect(text.split('\n').slice(1)).toEqual([
      'Table: 5 rows × 3 columns',
      '  "id": int64',
      '  "name": string',
      '  "price": double',
      '  1 | Ann | 1.23457',
      '  2 |  | 2',
      '  3 | Cy | 3'
    ]);
  });

  it('is described by its tables, and runs no view: SQLite', async () => {
    const { text } = await read('sales.db');
    expect(text).toContain(`Table "the customers": 7 rows × 3 columns
  "id": integer
  "name": text
  "odd": any
  0 | Name 0 | `);
    expect(text).toContain('Table "words": 1 columns');
    expect(text).not.toContain('slow');
  });

  it.each([
    ['sales.xlsx', 'id, day, price'],
    ['sales.parquet', '"price": double'],
    ['sales.db', '"name": text']
  ])(
    'gives names and no values where none may be told: %s',
    async (name, shown) => {
      const { text } = await read(name, false);
      expect(text).toContain(shown);
      expect(text).toContain('Rows are withheld');
      expect(text).not.toMatch(/1\.23|Ann|Name 0|2024-01/);
    }
  );

  it.each(['broken.xlsx', 'broken.db'])(
    'that is broken is said to be: %s',
    async name => {
      const { text, ok } = await read(name);
      expect(ok).toBe(true);
      expect(text).toContain('not looked into: it could not be read');
    }
  );

  it('leaves nothing behind, and reads no other file of that name', async () => {
    await python.run(
      'sales_before = sorted(k for k in globals() if not k.startswith("_"))'
    );
    await read('sales.parquet');
    const left = await python.run(
      '[k for k in sorted(globals()) if not k.startswith("_") and k not in sales_before and k != "sales_before"]'
    );
    expect(left.outputs).toMatchObject([{ data: { 'text/plain': '[]' } }]);
    const other = await toolOn(readFile).run(
      { path: 'sales.db' },
      {
        notebook: new FakeNotebook({ onInspect: code => python.inspect(code) }),
        files: new FakeFiles({ 'sales.db': { size: 5 } })
      }
    );
    expect(other.text).toContain('the kernel does not see that file');
  });
});
