import {
  type ICellInfo,
  cellMark,
  ENGLISH,
  WorkspaceError
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { suggestTasks } from './suggest-tasks';

const cell = (id: string, source: string, error?: string): ICellInfo => ({
  id,
  type: 'code',
  index: 0,
  source,
  executionCount: null,
  running: false,
  error: error ? { name: 'KeyError', message: error } : null,
  readOnly: false
});

const folder = (files: Record<string, string | Uint8Array>): FakeFiles =>
  new FakeFiles(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [`work/${name}`, text])
    )
  );

const source = (cells: ICellInfo[], files: FakeFiles) => ({
  path: 'work/a.ipynb',
  name: 'a.ipynb',
  cells,
  files,
  trans: ENGLISH
});

describe('suggestTasks', () => {
  it('offers to fix what fails, explore the table beside it, and explain', async () => {
    const found = await suggestTasks(
      source(
        [
          cell('long', 'import x\n\ndef clean(df):\n  return df\n'),
          cell('bad', 'df["bill_len"]', "'bill_len'")
        ],
        folder({ 'notes.txt': '', 'p.csv': 'a,b\n1,2\n3,4\n' })
      )
    );
    expect(found.map(({ title, detail }) => [title, detail])).toEqual([
      [`Fix cell ${cellMark('bad')}`, "KeyError: 'bill_len'"],
      ['Explore p.csv', '2 rows, 2 columns, next to this notebook'],
      [`Explain cell ${cellMark('long')}`, 'clean()']
    ]);
  });

  it.each([
    ["pd.read_csv('z.csv')", 'Explore z.csv', 'read by this notebook'],
    ["pd.read_csv('sub/../z.csv')", 'Explore z.csv', 'read by this notebook'],
    ['read("sub/q.tsv")', 'Explore q.tsv', 'read by this notebook'],
    ["read('../up.csv')", 'Explore up.csv', 'read by this notebook'],
    ["read('https://a.org/z.csv')", 'Explore a.csv', 'next to this notebook'],
    ["read('gone.csv')", 'Explore a.csv', 'next to this notebook']
  ])('explores the table that is read by %s', async (code, title, place) => {
    const files = new FakeFiles({
      'work/a.csv': 'a,b\n1,2\n',
      'work/z.csv': 'a,b\n1,2\n',
      'work/sub/q.tsv': 'a\tb\n1\t2\n',
      'up.csv': 'a,b\n1,2\n'
    });
    const [first] = await suggestTasks(source([cell('r', code)], files));
    expect([first.title, first.detail]).toEqual([
      title,
      `1 row, 2 columns, ${place}`
    ]);
  });

  it('counts what stands between semicolons, and rows that end as on an old Mac', async () => {
    const files = folder({ 'p.csv': 'a;b;c\r1;2;3\r4;5;6\r' });
    const [explore] = await suggestTasks(source([], files));
    expect(explore.detail).toBe('2 rows, 3 columns, next to this notebook');
  });

  it('counts in a table that is not UTF-8, as read_file does', async () => {
    const text = 'name;größe;art\nÄnne;1;süß\nJörg;2;groß\nBärbel;3;müde\n';
    const latin = Uint8Array.from(text, char => char.charCodeAt(0));
    const [explore] = await suggestTasks(
      source([], folder({ 'l.csv': latin }))
    );
    expect(explore.detail).toBe('3 rows, 3 columns, next to this notebook');
  });

  it('has three things to try on an empty notebook with no data', async () => {
    const found = await suggestTasks(source([cell('a', '')], folder({})));
    expect(found).toHaveLength(3);
    expect(found.every(({ prompt }) => prompt !== '')).toBe(true);
  });

  it('does without a folder that can’t be read', async () => {
    const files = folder({});
    files.list = () => Promise.reject(new WorkspaceError('failed', 'no'));
    expect(await suggestTasks(source([], files))).toHaveLength(3);
  });
});
