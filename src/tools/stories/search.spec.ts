import { FakeFiles, notebookJson } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakePatterns } from '../../testing/fake-patterns';
import { searchNotebookCells } from '../cells/search-notebook-cells';
import { searchWorkspace } from '../files/search-workspace';
import { toolContext, toolOn } from './tool-context';

const searchingCells = toolOn(searchNotebookCells);

const workspace = toolOn(searchWorkspace);

const notebook = () =>
  new FakeNotebook({
    path: 'work/a.ipynb',
    cells: [
      { id: 't', type: 'markdown', source: '# Load' },
      { id: 'c', source: 'import os\ndf = load()' }
    ]
  });

describe('search_workspace', () => {
  const tree = () =>
    new FakeFiles({
      'work/a.ipynb': '{"source": "load"}',
      'work/b.py': 'import os\ndef load():\n    return 1\n',
      'work/sub/c.md': 'how to load\n',
      'work/data.csv': 'loader,Ann\n',
      'work/pic.png': new Uint8Array(10),
      'work/blob': new Uint8Array(10),
      'work/node_modules/x.js': 'load',
      'work/big.log': { size: 3_000_000 },
      'work/.env': 'KEY=load',
      'other.py': 'load'
    });

  const search = (
    args: Parameters<typeof searchWorkspace.run>[0],
    facts: Parameters<typeof toolContext>[0] = {}
  ) =>
    workspace.run(args, {
      notebook: notebook(),
      files: tree(),
      ...facts
    });

  it('gives file, line number and line, in and below the notebook’s folder', async () => {
    const files = tree();
    files.denied.add('work/.env');
    const result = await search({ pattern: '\\bload' }, { files });
    expect(result.text.split('\n')).toEqual([
      '3 matches in 3 files under /work.',
      'b.py:2: def load():',
      'data.csv:1: loader,Ann',
      'sub/c.md:1: how to load',
      'Not searched: 1 too large, 1 that the person does not let you read.'
    ]);
    expect(result.summary).toBe('Found 3 lines in the files');
    expect(files.calls).not.toContain('read work/pic.png');
    expect(files.calls).not.toContain('read work/a.ipynb');
  });

  it('finds files by their names, those of no text too', async () => {
    const { text, summary } = await search({ pattern: '^pic|^a\\.' });
    expect(text.split('\n')[0]).toBe('2 files by name: a.ipynb, pic.png.');
    expect(summary).toBe('Found 2 files by their names');
  });

  it('keeps to types of files and to a folder', async () => {
    const context = toolContext({ notebook: notebook(), files: tree() });
    const python = await workspace.run(
      { pattern: 'load', file_types: ['.PY'], path: '/' },
      context
    );
    expect(python.text).toContain('2 matches in 2 files');
    const sub = await workspace.run({ pattern: 'load', path: 'sub' }, context);
    expect(sub.text).toContain('1 match in 1 file under /work/sub.');
    const outside = await workspace.run(
      { pattern: 'load', path: '../../x' },
      context
    );
    expect(outside).toMatchObject({ ok: false });
  });

  it('finds what was typed and not saved', async () => {
    const files = tree();
    files.openAsPerson('work/b.py', 'unsaved = 1');
    const { text } = await search({ pattern: 'unsaved|import' }, { files });
    expect(text).toContain('b.py:1: unsaved = 1');
    expect(text).not.toContain('import os');
  });

  it('says of a bad pattern what is wrong, before it looks at a file', async () => {
    const files = tree();
    const result = await workspace.run({ pattern: 'load(' }, { files });
    expect(result).toMatchObject({ ok: false });
    expect(result.text).toContain('not a regular expression');
    expect(files.calls).toEqual([]);
  });

  it('ends a pattern that takes too long', async () => {
    const patterns = new FakePatterns();
    patterns.tooSlow = true;
    const result = await search({ pattern: '(a+)+$' }, { patterns });
    expect(result).toMatchObject({ ok: false });
    expect(result.text).toContain('takes too long');
  });

  it('says what to do where nothing was found', async () => {
    const { text } = await search({ pattern: 'nowhere' });
    expect(text).toContain('No line matches in 4 files under /work.');
    expect(text).toContain('search_notebook_cells');
  });

  it('is bounded: fifty lines, each cut, the rest counted', async () => {
    const files = new FakeFiles({
      'a.py': `load ${'x'.repeat(2000)}\n`.repeat(300)
    });
    const { text } = await workspace.run({ pattern: 'load' }, { files });
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain('300 matches in 1 file');
    expect(text).toMatch(/… 2\d\d more; narrow the pattern or the path …/);
  });

  it('tells no line of data where no value may be told', async () => {
    const { text } = await search({ pattern: 'load' }, { values: false });
    expect(text.split('\n')).toEqual([
      'Searched by name only, because the person lets you see schemas only: 5 files that may hold values.',
      '1 match in 1 file under /work.',
      'b.py:2: def load():'
    ]);
  });

  it('compares no line of data with a pattern where no value may be told', async () => {
    const ask = async (content: string, pattern: string, types?: string[]) => {
      const files = new FakeFiles({
        'people.csv': content,
        'people.json': content,
        ...Object.fromEntries(
          ['txt', 'sql', 'md', 'rst', 'tex', 'do'].map(ending => [
            `notes.${ending}`,
            content
          ])
        ),
        'a.py': 'x = 1'
      });
      const { text } = await workspace.run(
        { pattern, ...(types && { file_types: types }) },
        { files, values: false }
      );
      expect(files.calls.join()).not.toMatch(/(read|open) (people|notes)/);
      return text;
    };
    for (const types of [undefined, ['csv', 'json', 'txt']]) {
      const right = await ask('Ann,078-05-1120', '078-0', types);
      expect(right).toBe(await ask('Ann,999-99-9999', '078-0', types));
      expect(right).not.toContain('people.csv');
    }
    // Names may still be found.
    expect(await ask('Ann,078-05-1120', 'people')).toContain(
      '2 files by name: people.csv, people.json.'
    );
  });

  it('says where it stopped', async () => {
    const files = new FakeFiles(
      Object.fromEntries(
        Array.from({ length: 2500 }, (_, i) => [`f${i}.txt`, 'x'])
      )
    );
    const { text } = await workspace.run({ pattern: 'nothing' }, { files });
    expect(text).toContain('stopped after 2,000 files');
  });
});

describe('search_notebook_cells', () => {
  const tree = () =>
    new FakeFiles({
      'work/a.ipynb': notebookJson([{ id: 'c', source: 'stale on the disk' }]),
      'other/b.ipynb': notebookJson([
        { id: 'x', source: 'from lib import load' },
        {
          source: 'plain',
          outputs: [{ output_type: 'stream', text: 'load in an output' }]
        },
        { source: 'reload', type: 'markdown' }
      ]),
      'other/broken.ipynb': 'no JSON'
    });

  const search = (
    args: Parameters<typeof searchNotebookCells.run>[0],
    facts: Parameters<typeof toolContext>[0] = {}
  ) =>
    searchingCells.run(args, {
      notebook: notebook(),
      files: tree(),
      ...facts
    });

  it('gives notebook, cell, type and line, in any case, code first, the person’s own as it is now', async () => {
    const { text } = await search({ pattern: 'load|stale' });
    expect(text.split('\n')).toEqual([
      '4 matches in 2 notebooks.',
      'a.ipynb, cell 2 (c, code), line 2: df = load()',
      'a.ipynb, cell 1 (t, markdown), line 1: # Load',
      '../other/b.ipynb, cell 1 (x, code), line 1: from lib import load',
      '../other/b.ipynb, cell 3 (#2, markdown), line 1: reload',
      'Not searched: 1 that could not be read.'
    ]);
  });

  it('searches another open notebook with its unsaved edits', async () => {
    const files = tree();
    files.openAsPerson(
      'other/b.ipynb',
      notebookJson([{ id: 'x', source: 'unsaved' }])
    );
    const { text } = await search(
      { pattern: 'unsaved', notebook_path: 'other/b.ipynb' },
      { files }
    );
    expect(text).toContain(
      '../other/b.ipynb, cell 1 (x, code), line 1: unsaved'
    );
  });

  it('says what is wrong with the one that was named', async () => {
    const context = toolContext({ notebook: notebook(), files: tree() });
    const missing = await searchingCells.run(
      { pattern: 'x', notebook_path: 'z.ipynb' },
      context
    );
    expect(missing).toMatchObject({ ok: false });
    expect(missing.text).toContain('list_files');
    const broken = await searchingCells.run(
      { pattern: 'x', notebook_path: 'other/broken.ipynb' },
      context
    );
    expect(broken.text).toContain('no notebook');
  });

  it('tells no output, so that it holds no value', async () => {
    const { text } = await search(
      { pattern: 'in an output' },
      { values: false }
    );
    expect(text).toContain('No line matches in 2 notebooks.');
  });
});
