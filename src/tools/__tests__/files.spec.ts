import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { finalAnswer } from '../final-answer';
import { listFiles } from '../list-files';
import { readFile } from '../read-file';
import { toolContext } from './tool-context';

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
    const result = await listFiles.run({}, context);
    expect(result.text).toContain('work/penguins.csv (1.8 KB)');
    expect(result.text).toContain('work/data/');
    expect(result.text).not.toContain('top.txt');
    expect(result.summary).toBe('Listed 6 files');
  });

  it('lists the root and other folders', async () => {
    expect((await listFiles.run({ path: '/' }, context)).text).toContain(
      'top.txt'
    );
    expect(
      (await listFiles.run({ path: 'work/data/' }, context)).text
    ).toContain('work/data/big.csv (20.0 MB)');
  });

  it('says what to do about a folder that is not there, or outside', async () => {
    const missing = await listFiles.run({ path: 'nowhere' }, context);
    expect(missing).toMatchObject({ ok: false });
    expect(missing.text).toContain('Call list_files');
    const outside = await listFiles.run({ path: '../..' }, context);
    expect(outside.ok).toBe(false);
    expect(outside.text).toContain("Paths start at the server's root");
  });

  it('names a hundred of a thousand', async () => {
    const many = new FakeFiles(
      Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, 'x']))
    );
    const { text } = await listFiles.run(
      { path: '/' },
      toolContext({ files: many })
    );
    expect(text.split('\n')).toHaveLength(102);
    expect(text).toContain('… 900 more left out …');
  });
});

describe('read_file', () => {
  it('shows head and tail of a table, with its shape', async () => {
    const result = await readFile.run({ path: 'work/penguins.csv' }, context);
    expect(result.text.split('\n')[0]).toBe(
      'work/penguins.csv: 201 lines, 1.8 KB; a table of 200 rows and 2 columns, separator ",". From line 1:'
    );
    expect(result.text).toContain('… 186 lines left out …');
    expect(result.summary).toBe('Read the head of penguins.csv');
  });

  it('shows a small file whole', async () => {
    const result = await readFile.run({ path: '/top.txt' }, context);
    expect(result).toMatchObject({
      text: 'top.txt: 1 line, 3 bytes.\ntop',
      summary: 'Read top.txt'
    });
  });

  it('describes what is large or not text, and never dumps it', async () => {
    const big = await readFile.run({ path: 'work/data/big.csv' }, context);
    expect(big.text).toContain('20.0 MB, too large to read here');
    expect(files.calls).not.toContain('read work/data/big.csv');
    const binary = await readFile.run({ path: 'work/model.bin' }, context);
    expect(binary.text).toContain('5.0 KB, not text');
  });

  it('stays within its budget, and reads on from a line', async () => {
    const head = await readFile.run({ path: 'work/log.txt' }, context);
    expect(head.text.length).toBeLessThan(6300);
    expect(head.text).toMatch(/lines \([\d,]+ characters\) left out/);
    const more = await readFile.run(
      { path: 'work/log.txt', start_line: 4999 },
      context
    );
    expect(more.text).toMatch(/From line 4,999:\nentry 4998\nentry 4999$/);
    const beyond = await readFile.run(
      { path: 'work/log.txt', start_line: 9999 },
      context
    );
    expect(beyond.ok).toBe(false);
    const wide = await readFile.run({ path: 'work/wide.json' }, context);
    expect(wide.text.length).toBeLessThan(1500);
  });

  it('says where a file may be that is not there', async () => {
    const beside = await readFile.run({ path: 'penguins.csv' }, context);
    expect(beside.text).toContain('did you mean work/penguins.csv?');
    const nowhere = await readFile.run({ path: 'x.csv' }, context);
    expect(nowhere.text).toContain('In work: ');
    expect(nowhere.text).toContain('Call list_files');
  });

  it('sends a folder to list_files', async () => {
    const result = await readFile.run({ path: 'work' }, context);
    expect(result.text).toContain('Call list_files with path="work"');
  });
});

describe('final_answer', () => {
  it('carries the answer and what may come next', async () => {
    const args = finalAnswer.schema.parse({
      answer: ' Done. ',
      summary: 'Done',
      next_items: ['Plot it', ' ']
    });
    expect((await finalAnswer.run(args, context)).final).toEqual({
      answer: 'Done.',
      summary: 'Done',
      nextItems: ['Plot it']
    });
  });

  it('refuses an empty one', () => {
    expect(finalAnswer.schema.safeParse({ answer: ' ' }).success).toBe(false);
  });
});
