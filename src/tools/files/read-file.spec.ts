import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { toolContext, toolOn } from '../stories/tool-context';
import { fileHead, readFile } from './read-file';

const reading = toolOn(readFile);

/** "지역,매출" and two rows, in cp949. */
const KOREAN = Buffer.from(
  'wfa/qiy4xcPiCrytv+8sMTIwMAq6zrvqLDgzMAo=',
  'base64'
);

const text = async (
  path: string,
  file: ConstructorParameters<typeof FakeFiles>[0],
  facts: Parameters<typeof toolContext>[0] = {}
): Promise<string> =>
  (await reading.run({ path }, { files: new FakeFiles(file), ...facts })).text;

const SCHEMAS = { values: false };

const row = (at: number): string => `${at},${at * 2},"name ${at}"\n`;
const HEAD = new TextEncoder().encode(
  `id,n,name\n${Array.from({ length: 9000 }, (_, at) => row(at + 10_000)).join('')}`
);

describe('read_file', () => {
  it.each([
    ['nothing', 'a.csv', '', {}],
    ['blank lines', 'a.txt', '\n  \n', {}],
    ['nothing, where values are withheld', 'a.csv', '', { values: false }]
  ])(
    'says that a file is empty that holds %s',
    async (_, path, source, facts) => {
      const context = toolContext({
        files: new FakeFiles({ [path]: source }),
        ...facts
      });
      expect(await reading.run({ path }, context)).toMatchObject({
        text: expect.stringMatching(/^a\.\w+: .*\. It is empty: /),
        ok: true,
        summary: `${path} is empty`
      });
      expect(await fileHead(path, context)).toMatch(/It is empty/);
    }
  );

  it.each([
    ['{"cells": [', 'it is not valid JSON'],
    ['<<<<<<< ours\n{}\n>>>>>>> theirs', 'the marks of a merge']
  ])(
    'says in which way a notebook is damaged, and shows its text: %s',
    async (source, damage) => {
      const read = await text('a.ipynb', { 'a.ipynb': source });
      expect(read).toContain(damage);
      expect(read).toContain("don't make a new one in its place");
      expect(read).toContain(source);
      const withheld = await text('a.ipynb', { 'a.ipynb': source }, SCHEMAS);
      expect(withheld).toContain(damage);
      expect(withheld).not.toContain(source);
    }
  );

  it('shows the head of a table of any size, and reckons its rows', async () => {
    const files = new FakeFiles({
      'big.csv': { size: 253_000_000, head: HEAD }
    });
    const { text, ok } = await reading.run({ path: 'big.csv' }, { files });
    const lines = text.split('\n');
    expect(ok).toBe(true);
    expect(lines[0]).toMatch(
      /^big\.csv: 253\.0 MB; a table of about 10,000,000 rows and 3 columns, separator ","; these are its first 65\.5 KB, 2,\d{3} lines\. From line 1:$/
    );
    expect(lines[1]).toBe('id,n,name');
    expect(lines).toHaveLength(13);
    expect(files.calls).toEqual(['stat big.csv', 'bytes big.csv']);
  });

  it('shows the head of a large text, and reads on in it as far as it goes', async () => {
    const files = new FakeFiles({ 'big.log': { size: 5e8, head: HEAD } });
    const context = toolContext({ files });
    const read = (start_line?: number) =>
      reading.run({ path: 'big.log', start_line }, context);
    expect((await read()).text).toContain('500.0 MB; these are its first');
    expect((await read(1000)).text).toContain(row(10_998));
    expect(await read(100_000)).toMatchObject({
      ok: false,
      text: expect.stringContaining('read on with code in a cell')
    });
  });

  it('names the encoding of what is not UTF-8, without being certain', async () => {
    const [head, ...lines] = (await text('a.csv', { 'a.csv': KOREAN })).split(
      '\n'
    );
    expect(head).toContain(', encoding probably cp949; a table of 2 rows');
    expect(lines[0]).toBe('지역,매출');
  });

  it('tells UTF-16 of plain letters from text with zeros', async () => {
    const wide = Buffer.from('a,b\n1,2\n', 'utf16le');
    // The server takes it for UTF-8, since every byte is valid there.
    expect(await text('a.csv', { 'a.csv': wide.toString('latin1') })).toContain(
      'encoding probably utf-16-le; a table of 1 row and 2 columns'
    );
  });

  it('reads lines that end as on an old Mac', async () => {
    expect(await text('a.csv', { 'a.csv': 'a,b\r1,2\r3,4\r' })).toBe(
      'a.csv: 3 lines, 12 B; a table of 2 rows and 2 columns, separator ",".\na,b\n1,2\n3,4'
    );
  });

  it('shows a picture to a model that sees, and none where no value may be told', async () => {
    const files = new FakeFiles({ 'p.PNG': new Uint8Array(2000) });
    const seen = await reading.run({ path: 'p.PNG' }, { files });
    expect(seen.images).toHaveLength(1);
    expect(seen.text).toMatch(/^p\.PNG: 2\.0 KB\.\n\[image 1: PNG \d+×\d+\]$/);
    const withheld = await reading.run(
      { path: 'p.PNG' },
      { files, values: false }
    );
    expect(withheld.images).toBeUndefined();
    expect(withheld.text).toContain('schemas only');
    expect(files.calls.filter(each => each.startsWith('bytes'))).toHaveLength(
      1
    );
  });

  it('withholds rows of a large table, and of one in another encoding', async () => {
    const large = await text(
      'a.csv',
      { 'a.csv': { size: 253_000_000, head: HEAD } },
      { values: false }
    );
    expect(large).toContain('Columns: id, n, name');
    expect(large).not.toContain('10000');
    const korean = await text('a.csv', { 'a.csv': KOREAN }, { values: false });
    expect(korean).toContain('Columns: 지역, 매출');
    expect(korean).not.toContain('1200');
  });

  it.each(['a.csv', 'p.png', 'x.xlsx', 'x.db', 'x.parquet'])(
    'opens nothing that is never read: %s',
    async path => {
      const notebook = new FakeNotebook({ onInspect: () => 'secret' });
      const files = new FakeFiles({ [path]: new Uint8Array(50) });
      files.denied.add(path);
      const result = await reading.run({ path }, { files, notebook });
      expect(result).toMatchObject({ ok: false });
      expect(result.text).toContain('never read');
      expect(notebook.actions).toEqual([]);
    }
  );
});

describe('the head of a file for a message', () => {
  const head = (
    path: string,
    file: ConstructorParameters<typeof FakeFiles>[0],
    facts: Parameters<typeof toolContext>[0] = {}
  ) => fileHead(path, toolContext({ files: new FakeFiles(file), ...facts }));

  it('is size, columns and first rows', async () => {
    expect(await head('a.csv', { 'a.csv': 'id;day\n1;2024-01-02\n' })).toBe(
      'a.csv: 2 lines, 20 B; a table of 1 row and 2 columns, separator ";".\nid;day\n1;2024-01-02'
    );
    const long = await head('a.txt', {
      'a.txt': `${'x'.repeat(100)}\n`.repeat(99)
    });
    expect(long?.length).toBeLessThan(1600);
  });

  it('is what may be told where no value may be', async () => {
    const described = await head(
      'a.csv',
      { 'a.csv': 'id,name\n1,Ann\n' },
      { values: false }
    );
    expect(described).toContain('Columns: id, name');
    expect(described).not.toContain('Ann');
  });

  it('is nothing for what is not there, a folder, or what is never read', async () => {
    expect(await head('x.csv', { 'a/b.csv': 'x' })).toBeNull();
    expect(await head('a', { 'a/b.csv': 'x' })).toBeNull();
    const files = new FakeFiles({ 'a.csv': 'x,y\n' });
    files.denied.add('a.csv');
    expect(await fileHead('a.csv', toolContext({ files }))).toBeNull();
  });

  it('is nothing once the run is stopped', async () => {
    const files = new FakeFiles({ 'a.csv': 'x,y\n' });
    const signal = AbortSignal.abort();
    jest.spyOn(files, 'stat').mockRejectedValue(signal.reason);
    expect(await fileHead('a.csv', toolContext({ files, signal }))).toBeNull();
  });
});
