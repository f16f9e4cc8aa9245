import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FakeNotebook } from '../../testing/fake-notebook';
import { answeredBeforehand } from '../../testing/processes/answered-beforehand';
import { PythonProcess } from '../../testing/processes/python-process';
import { tableColumns } from './host';

const folder = mkdtempSync(join(tmpdir(), 'cellwright-columns-'));
let python: PythonProcess;

beforeAll(() => {
  python = new PythonProcess(folder);
});

afterAll(() => {
  python.dispose();
  rmSync(folder, { recursive: true });
});

async function described(code: string): Promise<string> {
  await python.run(code);
  const { signal } = new AbortController();
  return answeredBeforehand(python, onInspect =>
    tableColumns(new FakeNotebook({ cells: [], onInspect }), signal)
  );
}

it('names the columns of tables, and never a value', async () => {
  const text = await described(
    [
      'import pandas as pd',
      "birds = pd.DataFrame({'species': ['marker-value'], 'mass': [4201]})",
      // An attribute of its own that pretends to be columns.
      "row = pd.Series({'columns': 'marker-value', 'column_names': 'marker-value'})",
      "odd = pd.DataFrame({'column_names': ['marker-value'], 'columns': ['marker-value']})",
      'class Mine:',
      "    columns = ['marker-value']",
      'mine = Mine()',
      "_hidden = pd.DataFrame({'marker-value': [1]})"
    ].join('\n')
  );
  expect(text).toBe(
    'Columns of birds: species, mass\nColumns of odd: column_names, columns'
  );
});

it('names five tables and forty columns at most', async () => {
  const text = await described(
    'for at in range(9):\n    globals()[f"t{at}"] = pd.DataFrame({f"c{n}": [0] for n in range(90)})'
  );
  const lines = text.split('\n');
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)?.split(', ')).toHaveLength(40);
});

it('says nothing of a kernel that speaks another language, or prints something else', async () => {
  const { signal } = new AbortController();
  const notebook = new FakeNotebook({ cells: [] });
  notebook.onInspect = async () => 'Traceback';
  expect(await tableColumns(notebook, signal)).toBe('');
  const other = new FakeNotebook({ cells: [], kernel: { language: 'R' } });
  expect(await tableColumns(other, signal)).toBe('');
  expect(other.actions).toEqual([]);
});
