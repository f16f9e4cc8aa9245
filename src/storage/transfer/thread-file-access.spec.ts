import { ENGLISH, hashText } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { ThreadFileAccess } from './thread-file-access';

describe('the file of conversations beside a notebook', () => {
  it('stays under its old name while a rename has the folder listed', async () => {
    const files = new FakeFiles();
    files.set('old.cellwright.json', 'text');
    const access = new ThreadFileAccess({
      files,
      trans: ENGLISH,
      leaving: 20
    });
    const left = access.leave('old.cellwright.json', hashText('text'));
    await Promise.resolve();
    expect(files.text('old.cellwright.json')).toBe('text');
    await left;
    expect(files.text('old.cellwright.json')).toBeUndefined();
  });

  it('is not deleted where it was written meanwhile', async () => {
    const files = new FakeFiles();
    files.set('old.cellwright.json', 'text');
    const access = new ThreadFileAccess({ files, trans: ENGLISH, leaving: 0 });
    const left = access.leave('old.cellwright.json', hashText('text'));
    files.set('old.cellwright.json', 'newer');
    await expect(left).rejects.toMatchObject({ code: 'changed' });
    expect(files.text('old.cellwright.json')).toBe('newer');
  });
});
