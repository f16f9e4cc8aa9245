import { ENGLISH, type IFiles } from '../../../contract';
import { denyList } from '../../../engine/privacy/deny-list';
import { GuardedFiles } from '../../../engine/privacy/guarded-files';
import { FakeFiles } from '../../../testing/fake-files';
import { readTemplateFile } from './template-files';

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
  return { read, given: { files, site, isDenied: denyList(DENY) } };
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
