import { hashText } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { editFile } from './edit-file';
import { writeFile } from './write-file';
import { toolContext, toolOn } from '../stories/tool-context';

const editing = toolOn(editFile);

const writing = toolOn(writeFile);

const start = {
  'work/a.ipynb': '{}',
  'work/a.py': 'x = 1\ny = 2\n',
  'work/win.txt': 'one\r\ntwo\r\nthree\r\n',
  'work/twice.txt': 'a\nb\na\n',
  'work/model.bin': new Uint8Array(3),
  'work/huge.txt': { size: 5_000_000 },
  'top.txt': 'top'
};

const setup = (facts: Parameters<typeof toolContext>[0] = {}) => {
  const files = new FakeFiles(start);
  return {
    files,
    context: toolContext({
      notebook: new FakeNotebook({ path: 'work/a.ipynb' }),
      files,
      ...facts
    })
  };
};

describe('write_file', () => {
  it('writes a new file', async () => {
    const { files, context } = setup();
    const args = { path: 'src/b.py', content: 'z = 3\nprint(z)\n' };
    expect(await writing.check(args, context)).toBeNull();
    expect(await writing.run(args, context)).toMatchObject({
      ok: true,
      text: 'Wrote src/b.py: 2 lines.',
      summary: 'Wrote b.py'
    });
    expect(files.text('work/src/b.py')).toBe(args.content);
  });

  it('refuses an existing file unless it is to be overwritten', async () => {
    const { files, context } = setup();
    const args = { path: 'a.py', content: 'new' };
    expect(await writing.check(args, context)).toContain('overwrite=true');
    expect((await writing.run(args, context)).ok).toBe(false);
    expect(files.text('work/a.py')).toBe('x = 1\ny = 2\n');
    const overwriting = { ...args, overwrite: true };
    expect(await writing.check(overwriting, context)).toBeNull();
    expect((await writing.run(overwriting, context)).text).toContain(
      'Replaced a.py'
    );
    expect(files.text('work/a.py')).toBe('new');
  });

  it('shows on its card what would be replaced, and depends on it', async () => {
    const { files, context } = setup();
    const args = { path: 'a.py', content: 'new', overwrite: true };
    const card = await writeFile.propose?.(args, context);
    expect(card).toMatchObject({
      title: 'Change a file',
      sentence: 'Replace the text of work/a.py',
      place: 'in work',
      editable: 'content',
      basis: hashText('x = 1\ny = 2\n'),
      body: {
        kind: 'file',
        path: 'work/a.py',
        mimeType: 'text/x-python',
        before: 'x = 1\ny = 2\n',
        text: 'new'
      }
    });
    files.set('work/a.py', 'changed meanwhile');
    const again = await writeFile.propose?.(args, context);
    expect(again?.basis).not.toBe(card?.basis);
    const fresh = await writeFile.propose?.(
      { path: 'n.txt', content: '' },
      context
    );
    expect(fresh).toMatchObject({ title: 'Write a new file', basis: 'new' });
    expect(fresh?.body).toMatchObject({ before: null });
  });

  it('leaves a file alone that changes between its look and its write', async () => {
    const { files, context } = setup();
    const read = files.openText.bind(files);
    files.openText = async (path, most) => {
      const file = await read(path, most);
      files.set('work/a.py', 'typed by the person');
      return file;
    };
    const result = await writing.run(
      { path: 'a.py', content: 'new', overwrite: true },
      context
    );
    expect(result.ok).toBe(false);
    expect(result.text).toContain('Read it again');
    expect(files.text('work/a.py')).toBe('typed by the person');
  });

  it('changes an open file in its tab, and compares with what is there', async () => {
    const { files, context } = setup();
    files.openAsPerson('work/a.py', 'typed, not saved');
    const args = { path: 'a.py', content: 'new', overwrite: true };
    const card = await writeFile.propose?.(args, context);
    expect(card?.body).toMatchObject({ before: 'typed, not saved' });
    expect((await writing.run(args, context)).text).toContain('open in a tab');
  });

  it.each([
    ['a notebook', 'b.ipynb', 'cell tools'],
    ['a path outside', '../../b.txt', "Paths start in the notebook's folder"],
    ['the root itself', '/', "Paths start in the notebook's folder"],
    ['what is a folder elsewhere', 'work/b.py', 'did you mean b.py?'],
    ['what is not text', 'model.bin', 'not text'],
    ['what is too large to see', 'huge.txt', 'Read it with code']
  ])('refuses %s before anybody is asked', async (_, path, next) => {
    const { files, context } = setup();
    const args = { path, content: 'x', overwrite: true };
    expect(await writing.check(args, context)).toContain(next);
    expect((await writing.run(args, context)).ok).toBe(false);
    expect(files.calls.filter(call => call.startsWith('write'))).toEqual([]);
  });

  it('refuses more than a person can check', async () => {
    const { context } = setup();
    const args = { path: 'b.txt', content: 'x'.repeat(1_000_001) };
    expect(await writing.check(args, context)).toContain('1,000,001');
  });

  it('says on the card in which folder', async () => {
    const { context } = setup();
    const card = await writeFile.propose?.(
      { path: '../new.txt', content: '' },
      context
    );
    expect(card?.place).toBe('in the folder JupyterLab was started in');
  });

  it('does not write what is never read', async () => {
    const { files, context } = setup();
    files.denied.add('work/.env');
    const result = await writing.run({ path: '.env', content: 'x' }, context);
    expect(result).toMatchObject({ ok: false });
    expect(files.text('work/.env')).toBeUndefined();
  });

  it('does not let a name pass for a cell', async () => {
    const { context } = setup();
    const card = await writeFile.propose?.(
      { path: '⟦abc⟧.txt', content: '' },
      context
    );
    expect(card?.sentence).not.toContain('⟦');
  });
});

describe('edit_file', () => {
  const edit = (path: string, old: string, replacement: string) => ({
    path,
    old,
    new: replacement
  });

  it('replaces a text that stands once', async () => {
    const { files, context } = setup();
    const args = edit('a.py', 'y = 2', 'y = $& + 3');
    expect(await editing.check(args, context)).toBeNull();
    const card = await editFile.propose?.(args, context);
    expect(card).toMatchObject({
      basis: hashText('x = 1\ny = 2\n'),
      body: { kind: 'file', before: 'x = 1\ny = 2\n' }
    });
    expect(await editing.run(args, context)).toMatchObject({
      ok: true,
      summary: 'Changed a.py'
    });
    expect(files.text('work/a.py')).toBe('x = 1\ny = $& + 3\n');
  });

  it('keeps the line ends of the file', async () => {
    const { files, context } = setup();
    await editing.run(edit('win.txt', 'one\ntwo', '1\n2'), context);
    expect(files.text('work/win.txt')).toBe('1\r\n2\r\nthree\r\n');
  });

  it('says how often and where a text stands', async () => {
    const { files, context } = setup();
    const args = edit('twice.txt', 'a', 'c');
    const problem = await editing.check(args, context);
    expect(problem).toContain('occurs 2 times');
    expect(problem).toContain('from lines 1, 3');
    expect((await editing.run(args, context)).ok).toBe(false);
    expect(files.text('work/twice.txt')).toBe('a\nb\na\n');
  });

  it('names the nearest line where the text does not stand', async () => {
    const { context } = setup();
    const problem = await editing.check(
      edit('a.py', 'y  =  2', 'y = 3'),
      context
    );
    expect(problem).toContain('The nearest line is 2: y = 2');
    expect(
      await editing.check(edit('a.py', 'import os', ''), context)
    ).not.toContain('nearest');
  });

  it('tells no line of data where no value may be told, nor whether it is there', async () => {
    const { context } = setup({ values: false });
    const { files } = setup();
    files.set('work/d.csv', 'name,age\nAnn,31\n');
    const own = { ...context, files };
    // Not found, found nearly, found once, found twice.
    for (const old of ['Bob', 'Ann, 31', 'Ann,31', 'n']) {
      const problem = await editing.check(edit('d.csv', old, ''), own);
      expect(problem).toBe(
        'The lines of d.csv are withheld: the person lets you see schemas only. So no passage of it can be replaced; change it with code in a cell.'
      );
      expect(await editing.run(edit('d.csv', old, ''), own)).toMatchObject({
        text: problem,
        ok: false
      });
    }
    expect(
      await editing.check(edit('a.py', 'y = 2', 'y = 3'), context)
    ).toBeNull();
  });

  it.each([
    ['nothing to change', edit('a.py', 'x', 'x'), 'same text'],
    ['a notebook', edit('a.ipynb', 'x', 'y'), 'cell tools'],
    ['a path outside', edit('../../x', 'x', 'y'), 'Paths start'],
    [
      'a file that is elsewhere',
      edit('top.txt', 'x', 'y'),
      'There is no /work/top.txt, but there is ../top.txt'
    ],
    ['a file that is not there', edit('z.py', 'x', 'y'), 'list_files'],
    ['what is not text', edit('model.bin', 'x', 'y'), 'not a text file']
  ])('refuses %s before anybody is asked', async (_, args, next) => {
    const { context } = setup();
    expect(await editing.check(args, context)).toContain(next);
  });
});

it.each([
  ['sub/b.txt', {}],
  ['../top.txt', { elsewhere: true }],
  ['/workshop/b.txt', { elsewhere: true }],
  ['/work/../top.txt', { elsewhere: true }],
  ['/b.txt', { elsewhere: true }]
])(
  'the policy is told whether %s is in the notebook’s folder',
  (path, facts) => {
    const { context } = setup();
    expect(writeFile.policy?.({ path, content: '' }, context)).toEqual(facts);
    expect(editFile.policy?.({ path, old: 'a', new: 'b' }, context)).toEqual(
      facts
    );
  }
);
