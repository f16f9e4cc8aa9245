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

const folder = (files: Record<string, string>): FakeFiles =>
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
          cell('long', '# clean\n\ndf = load()\ndf = clean(df)\nplot(df)\n'),
          cell('bad', 'df["bill_len"]', "'bill_len'")
        ],
        folder({ 'notes.txt': '', 'p.csv': '', 'q.csv': '' })
      )
    );
    expect(found.map(({ title, detail }) => [title, detail])).toEqual([
      [`Fix cell ${cellMark('bad')}`, "KeyError: 'bill_len'"],
      ['Explore p.csv', 'Next to this notebook'],
      [`Explain cell ${cellMark('long')}`, 'df = load()']
    ]);
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
