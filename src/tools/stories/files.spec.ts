import { FakeFiles, notebookJson } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { listFiles } from '../files/list-files';
import { readFile } from '../files/read-file';
import { toolContext, toolOn } from './tool-context';

const reading = toolOn(readFile);

const listing = toolOn(listFiles);

const files = new FakeFiles({
  'top.txt': 'top',
  'work/a.ipynb': '{}',
  'work/penguins.csv': `species,n\n${'Adelie,1\n'.repeat(200)}`,
  'work/data/big.csv': { size: 20_000_000 },
  'work/model.bin': new Uint8Array(5000),
  'work/log.txt': Array.from({ length: 5000 }, (_, i) => `entry ${i}`).join(
    '\n'
  ),
  'work/wide.json': `{"a": "${'x'.repeat(500_000)}"}`
});
const context = toolContext({
  notebook: new FakeNotebook({ path: 'work/a.ipynb' }),
  files
});

describe('list_files', () => {
  it('lists the notebook’s folder where none is named', async () => {
    const result = await listing.run({}, context);
    expect(result.text).toContain('\npenguins.csv (1.8 KB)');
    expect(result.text).toContain('\ndata/\n');
    expect(result.text).not.toContain('top.txt');
    expect(result.summary).toBe('Listed 6 files');
  });

  it('lists the root and other folders', async () => {
    expect((await listing.run({ path: '/' }, context)).text).toContain(
      'top.txt'
    );
    expect((await listing.run({ path: 'data/' }, context)).text).toBe(
      '/work/data: 1 entry.\ndata/big.csv (20.0 MB)'
    );
  });

  it('says what to do about a folder that is not there, or outside', async () => {
    const missing = await listing.run({ path: 'nowhere' }, context);
    expect(missing).toMatchObject({ ok: false });
    expect(missing.text).toContain('Call list_files');
    const outside = await listing.run({ path: '../..' }, context);
    expect(outside.ok).toBe(false);
    expect(outside.text).toContain("Paths start in the notebook's folder");
  });

  it('goes through the folders below, and keeps what fits a pattern', async () => {
    const { text } = await listing.run(
      { path: '/', recursive: true, pattern: '*.csv' },
      context
    );
    expect(text.split('\n')).toEqual([
      '/: 2 entries that fit *.csv.',
      'penguins.csv (1.8 KB)',
      'data/big.csv (20.0 MB)'
    ]);
    const below = await listing.run(
      { recursive: true, pattern: 'data/*' },
      context
    );
    expect(below.text).toContain('/work: 1 entry that fit data/*.');
  });

  it('does not look into what nobody wrote, and says where it was cut', async () => {
    const tree = new FakeFiles({
      'node_modules/a/b.js': '',
      '.git/config': '',
      ...Object.fromEntries(
        Array.from({ length: 21_000 }, (_, i) => [`d${i % 30}/f${i}.txt`, ''])
      )
    });
    const { text } = await listing.run(
      { path: '/', recursive: true },
      { files: tree }
    );
    expect(text).toContain(
      '(stopped after 20,000 entries; list a folder below for the rest)'
    );
    expect(tree.calls).not.toContain('list node_modules');
    expect(tree.calls).not.toContain('list .git');
  });

  /** In no particular order, as a server lists them. */
  const crowded = new FakeFiles(
    Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => {
        const at = (i * 2741) % 5000;
        return [`run${at}${['.png', ''][at % 10] ?? '.csv'}`, 'x'];
      })
    )
  );
  crowded.set('results/a.txt', 'x');
  const list = async (path: string) =>
    Object.getPrototypeOf(crowded).list.call(crowded, path);
  crowded.list = async path => (await list(path)).reverse();

  it('names folders first, then in natural order, and counts by kind what it leaves out', async () => {
    const { text } = await listing.run({ path: '/' }, { files: crowded });
    const lines = text.split('\n');
    expect(lines.slice(1, 5)).toEqual([
      'results/',
      'run0.png (1 B)',
      'run1 (1 B)',
      'run2.csv (1 B)'
    ]);
    expect(lines[11]).toBe('run9.csv (1 B)');
    expect(lines[12]).toBe('run10.png (1 B)');
    expect(lines.at(-1)).toBe(
      '… 4,901 more left out: 3,921 .csv, 490 .png, 490 without an extension. Give a pattern, or newest=true …'
    );
  });

  it.each([
    ['*.csv', 'a.csv data/b.csv data/x/c.csv A.CSV'],
    ['data/*.csv', 'data/b.csv'],
    ['data/**/*.csv', 'data/b.csv data/x/c.csv'],
    ['data/**', 'data/b.csv data/x data/x/c.csv'],
    ['*.{py,md}', 'a.py a.md [x].py'],
    ['a?.txt', 'a7.txt ab.txt'],
    ['a[0-9].txt', 'a7.txt'],
    ['a[!0-9].txt', 'ab.txt'],
    ['[[]x].py', '[x].py'],
    ['./(1)+$^.c', '(1)+$^.c'],
    ['a.c', '']
  ])('finds by the pattern %s: %s', async (pattern, expected) => {
    const names =
      'a.csv data/b.csv data/x/c.csv A.CSV a.csv.gz a.py a.md a7.txt ab.txt [x].py (1)+$^.c abc';
    const files = new FakeFiles(
      Object.fromEntries(names.split(' ').map(name => [name, 'x']))
    );
    const { text } = await listing.run(
      { path: '/', recursive: true, pattern },
      { notebook: new FakeNotebook({ path: 'n.ipynb' }), files }
    );
    const found = text
      .split('\n')
      .slice(1)
      .map(line => line.replace(/\/$| \([^()]* B\)$/, ''));
    expect(found.sort()).toEqual(expected.split(' ').filter(Boolean).sort());
  });

  it('finds any file of thousands by a pattern', async () => {
    const { text } = await listing.run(
      { path: '/', pattern: 'run499[0-9].png' },
      { files: crowded }
    );
    expect(text.split('\n').slice(1)).toEqual(['run4990.png (1 B)']);
  });

  it('names the newest first where that is asked for', async () => {
    const dated = new FakeFiles({ a: '', b: '', c: '' });
    const plain = dated.list.bind(dated);
    const days: Record<string, string> = {
      a: '2026-01-02T00:00:00Z',
      b: '2026-03-01T00:00:00Z',
      c: 'not known'
    };
    dated.list = async path =>
      (await plain(path)).map(entry => ({
        ...entry,
        modified: days[entry.name]
      }));
    const { text } = await listing.run(
      { path: '/', newest: true },
      { files: dated }
    );
    expect(text.split('\n').map(line => line[0])).toEqual(['/', 'b', 'a', 'c']);
  });
});

describe('read_file', () => {
  it('shows head and tail of a table, with its shape', async () => {
    const result = await reading.run({ path: 'penguins.csv' }, context);
    expect(result.text.split('\n')[0]).toBe(
      'penguins.csv: 201 lines, 1.8 KB; a table of 200 rows and 2 columns, separator ",". From line 1:'
    );
    expect(result.text).toContain('… 186 lines left out …');
    expect(result.summary).toBe('Read the beginning of penguins.csv');
  });

  it('shows a small file whole', async () => {
    const result = await reading.run({ path: '/top.txt' }, context);
    expect(result).toMatchObject({
      text: '../top.txt: 1 line, 3 B.\ntop',
      summary: 'Read top.txt'
    });
  });

  it('shows an open file as it is in its tab', async () => {
    const open = new FakeFiles({ 'a.py': 'old' });
    open.openAsPerson('a.py', 'new, not saved');
    const { text } = await reading.run({ path: 'a.py' }, { files: open });
    expect(text).toContain('new, not saved');
  });

  it('reads nothing outside the server’s root', async () => {
    const result = await reading.run({ path: '../../x' }, context);
    expect(result.ok).toBe(false);
    expect(result.text).toContain("Paths start in the notebook's folder");
  });

  it('shows of a notebook the cells, and no output', async () => {
    const other = new FakeFiles({
      'b.ipynb': notebookJson([
        { id: 'x', source: 'load()', outputs: [{ text: 'secret 42' }] },
        { id: 'y', type: 'markdown', source: '# End' }
      ])
    });
    const { text } = await reading.run(
      { path: 'b.ipynb' },
      { files: other, values: false }
    );
    expect(text.split('\n').slice(1)).toEqual([
      '--- cell 1 (x, code)',
      'load()',
      '--- cell 2 (y, markdown)',
      '# End'
    ]);
  });

  it('describes what is not text, and never dumps it', async () => {
    const binary = await reading.run({ path: 'model.bin' }, context);
    expect(binary.text).toContain('5.0 KB, not text');
  });

  it('stays within its budget, and reads on from a line', async () => {
    const head = await reading.run({ path: 'log.txt' }, context);
    expect(head.text.length).toBeLessThan(6300);
    expect(head.text).toMatch(/lines \([\d,]+ characters\) left out/);
    const more = await reading.run(
      { path: 'log.txt', start_line: 4999 },
      context
    );
    expect(more.text).toMatch(/From line 4,999:\nentry 4998\nentry 4999$/);
    const beyond = await reading.run(
      { path: 'log.txt', start_line: 9999 },
      context
    );
    expect(beyond.ok).toBe(false);
    const wide = await reading.run({ path: 'wide.json' }, context);
    expect(wide.text.length).toBeLessThan(1500);
  });

  it('says where a file may be that is not there', async () => {
    const beside = await reading.run({ path: '/penguins.csv' }, context);
    expect(beside.text.split('\n').slice(0, 2)).toEqual([
      'There is no /penguins.csv; this is penguins.csv.',
      expect.stringMatching(/^penguins\.csv: 201 lines/)
    ]);
    const nowhere = await reading.run({ path: 'x.csv' }, context);
    expect(nowhere.text).toContain('Call list_files');
  });

  it('sends a folder to list_files', async () => {
    const result = await reading.run({ path: 'data' }, context);
    expect(result.text).toContain('Call list_files with path="data"');
  });
});

describe('read_file where no value may be told', () => {
  const schemas = (content: Record<string, string>) =>
    toolContext({ files: new FakeFiles(content), values: false });

  it('shows code that the kernel of the notebook runs', async () => {
    const context = schemas({ 'a.py': 'written' });
    const { text } = await reading.run({ path: 'a.py' }, context);
    expect(text).toContain('written');
  });
});
