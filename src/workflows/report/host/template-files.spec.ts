import { ENGLISH, type IFiles } from '../../../contract';
import { denyList } from '../../../engine/privacy/deny-list';
import { GuardedFiles } from '../../../engine/privacy/guarded-files';
import { FakeFiles } from '../../../testing/fake-files';
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
