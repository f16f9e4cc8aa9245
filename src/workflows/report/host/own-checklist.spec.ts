import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEFAULT_SETTINGS } from '../../../contract';
import type { IRunContext } from '../../../engine/run-context/run-context';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { answeredBeforehand } from '../../../testing/processes/answered-beforehand';
import { PythonProcess } from '../../../testing/processes/python-process';
import { ownChecklist } from './own-checklist';

const read = (
  notebook: FakeNotebook,
  files = new FakeFiles(),
  deny: string[] = []
) =>
  ownChecklist({
    signal: new AbortController().signal,
    options: {
      notebook,
      files,
      settings: () => ({
        ...DEFAULT_SETTINGS,
        privacy: { ...DEFAULT_SETTINGS.privacy, deny }
      })
    }
  } as unknown as IRunContext);

const PATH = 'project/notes/a.ipynb';

describe('a checklist of the person’s own', () => {
  describe('that the server hides', () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'cellwright-list-')));
    const folder = join(top, 'project', 'notes');
    let python: PythonProcess;
    const readReal = (deny: string[] = []) =>
      answeredBeforehand(python, onInspect =>
        read(new FakeNotebook({ path: PATH, onInspect }), new FakeFiles(), deny)
      );

    beforeAll(async () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(top, '.cellwright-report.md'),
        '- Of another folder\n'
      );
      writeFileSync(
        join(folder, '.cellwright-report.md'),
        '# Before it goes out\n\nLook at:\n\n- Names the units\n* [ ] Names the number of rows\n+ [x] Has a title\n'
      );
      python = new PythonProcess(folder);
    });

    afterAll(() => {
      python.dispose();
      rmSync(top, { recursive: true });
    });

    it('is read by the kernel, item by item, from the notebook’s own folder alone', async () => {
      expect(await readReal()).toEqual([
        'Names the units',
        'Names the number of rows',
        'Has a title'
      ]);
    });

    it('is not read where it is on the list of files that are never read', async () => {
      expect(await readReal(['.cellwright*'])).toEqual([]);
    });
  });

  it.each(['.cellwright-report.md', 'cellwright-report.md'])(
    'is read as %s where the server shows it',
    async name => {
      const files = new FakeFiles({
        [`project/notes/${name}`]: '- Names the units'
      });
      expect(await read(new FakeNotebook({ path: PATH }), files)).toEqual([
        'Names the units'
      ]);
    }
  );

  it('is none where there is no such file, and no request is made for it', async () => {
    const files = new FakeFiles();
    expect(await read(new FakeNotebook({ path: PATH }), files)).toEqual([]);
    expect(files.calls.filter(each => each.startsWith('read'))).toEqual([]);
  });
});
