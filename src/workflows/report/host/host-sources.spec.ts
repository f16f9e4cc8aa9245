import { ENGLISH, type IFiles } from '../../../contract';
import { denyList } from '../../../engine/privacy/deny-list';
import { GuardedFiles } from '../../../engine/privacy/guarded-files';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { answeredBeforehand } from '../../../testing/processes/answered-beforehand';
import { PythonProcess } from '../../../testing/processes/python-process';
import { kernelPackages, ownChecklist } from './host-sources';
import { listTemplateFiles, readTemplateFile } from './template-files';

const DENY = ['secret/**', '*.key.docx'];

function sources() {
  const read: string[] = [];
  const files: IFiles = new GuardedFiles(
    new FakeFiles({ 'secret/pay.docx': 'x', 'a.docx': 'x' }),
    () => DENY,
    ENGLISH
  );
  const site = {
    readBytes: async (path: string) => {
      read.push(path);
      return new Uint8Array();
    }
  };
  return {
    read,
    given: { files, site, isDenied: denyList(DENY), trans: ENGLISH }
  };
}

describe('a template in a Word document', () => {
  it.each([
    'secret/pay.docx',
    './secret//pay.docx',
    'a/../secret/pay.docx',
    '../pay.docx',
    'my.key.docx'
  ])('is never read as %s, which is on the list', async id => {
    const { read, given } = sources();
    await expect(readTemplateFile(id, given)).rejects.toThrow();
    expect(read).toEqual([]);
  });

  it('is read where it is on no list', async () => {
    const { read, given } = sources();
    await readTemplateFile('a.docx', given);
    expect(read).toEqual(['a.docx']);
  });
});

describe('the list of templates', () => {
  const files = new FakeFiles({
    'work/cellwright-templates/letter.docx': 'x',
    'work/cellwright-templates/sales.md': 'x',
    'work/cellwright-templates/notes.txt': 'x',
    'mine/own.md': 'x',
    'mine/deep/other.md': 'x'
  });
  const own = async (folder: string) =>
    (await listTemplateFiles('work/a.ipynb', folder, files))
      .filter(({ from }) => from === 'file')
      .map(({ id, form }) => [id, form]);
  const beside = [
    ['work/cellwright-templates/letter.docx', 'docx'],
    ['work/cellwright-templates/sales.md', 'markdown']
  ];

  it('has those that come with us, and those beside the notebook', async () => {
    expect(
      (await listTemplateFiles('work/a.ipynb', '', files))
        .filter(({ from }) => from === 'built-in')
        .map(({ id }) => id)
        .sort()
    ).toEqual([
      'analysis-report',
      'data-sheet',
      'lab-note',
      'model-card',
      'one-page-summary'
    ]);
    expect(await own('')).toEqual(beside);
  });

  it.each(['mine', 'mine/'])(
    'has those of the folder that the settings name as %j',
    async folder => {
      expect(await own(folder)).toEqual([
        ...beside,
        ['mine/own.md', 'markdown']
      ]);
    }
  );

  it('goes without a folder that is not there, or is outside', async () => {
    expect(await own('gone')).toEqual(beside);
    expect(await own('../etc')).toEqual(beside);
  });
});

const read = (notebook: FakeNotebook) =>
  kernelPackages(notebook, new AbortController().signal, ENGLISH);

describe('the packages of a notebook', () => {
  let python: PythonProcess;
  const readReal = () =>
    answeredBeforehand(python, onInspect =>
      read(new FakeNotebook({ onInspect }))
    );

  beforeAll(() => {
    python = new PythonProcess(process.cwd());
  });

  afterAll(() => python.dispose());

  it('are those that a real kernel has loaded for it, with their versions', async () => {
    await python.run('import pandas as pd, os, json');
    await python.run('from matplotlib.figure import Figure');
    await python.run('from dateutil import parser\ndf = pd.DataFrame()');
    const { versions, missing } = await readReal();
    expect(missing).toBe('');
    // By the name it is installed under, which differs from its module's name.
    expect(Object.keys(versions)).toEqual([
      'Python',
      'matplotlib',
      'pandas',
      'python-dateutil'
    ]);
    expect(Object.values(versions)).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^\d+\.\d+/))
    );
  });

  it('are read without calling anything of the person’s, and leave nothing behind', async () => {
    await python.run(`called = []
class Odd:
    def __getattribute__(self, name):
        called.append(name)
        raise RuntimeError(name)
odd = Odd()
print = list = None`);
    const before = await python.inspect(
      '__import__("sys").stdout.write(str(sorted(globals())))'
    );
    const { missing } = await readReal();
    const [after, called] = [
      await python.inspect(
        '__import__("sys").stdout.write(str(sorted(globals())))'
      ),
      await python.inspect('__import__("sys").stdout.write(str(called))')
    ];
    expect(missing).toBe('');
    expect(after).toBe(before);
    expect(called).toBe('[]');
  });

  it.each([
    ['without a kernel', { status: 'none' as const }],
    ['of R', { language: 'R' }]
  ])('are said to be unknown %s', async (_, kernel) => {
    const missing = 'not known, since only a Python kernel can be asked';
    const notebook = new FakeNotebook({ kernel });
    expect(await read(notebook)).toEqual({ versions: {}, missing });
    expect(notebook.actions).toEqual([]);
  });

  it('are said to be unknown where the kernel prints something else', async () => {
    const notebook = new FakeNotebook({ onInspect: () => '[1, 2' });
    expect((await read(notebook)).missing).toBe(
      'not known, since the kernel did not answer'
    );
  });
});

describe('a checklist of the person’s own', () => {
  const text =
    '# Before it goes out\n\nLook at:\n\n- Names the units\n* [ ] Names the number of rows\n+ [x] Has a title\n';

  it.each([
    [
      'read item by item from the notebook’s own folder',
      { 'a/cellwright-report.md': '- Other', 'a/b/cellwright-report.md': text },
      [],
      ['Names the units', 'Names the number of rows', 'Has a title']
    ],
    [
      'not read where it is on the list of files that are never read',
      { 'a/b/cellwright-report.md': text },
      ['cellwright*'],
      []
    ],
    ['none where there is no such file', { 'a/b/c.ipynb': '' }, [], []]
  ])('is %s', async (_, given: Record<string, string>, deny, items) => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const files = new FakeFiles(given);
    expect(
      await ownChecklist(
        new GuardedFiles(files, () => deny, ENGLISH),
        'a/b/c.ipynb'
      )
    ).toEqual(items);
    expect(files.calls.filter(each => each.startsWith('read'))).toHaveLength(
      items.length > 0 ? 1 : 0
    );
  });
});
