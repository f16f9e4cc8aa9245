import { type Contents, ServerConnection } from '@jupyterlab/services';

import { ENGLISH, hashBytes, hashText } from '../../contract';
import { ServerFiles } from './server-files';
import { OpenDocuments } from './open-documents';
import { OpenNotebook } from '../stories/open-notebook';
import {
  FakeContents,
  OpenText,
  refusal,
  trackerOf
} from '../stories/server-contents';

const CONTENT = {
  'data/a.csv': 'a,b',
  'data/big.csv': { size: 5_000_000 },
  'logo.png': { bytes: 'AAAA' },
  'a.py': 'x = 1\n',
  'old.ipynb': {
    notebook: {
      cells: [
        { cell_type: 'code', source: ['import os\n', 'os.getcwd()'] },
        { cell_type: 'heading', source: 'Title' }
      ]
    }
  },
  'new.ipynb': {
    notebook: { cells: [{ id: 'q', cell_type: 'markdown', source: '# M' }] }
  },
  'broken.ipynb': { notebook: 'no notebook' }
};

describe('ServerFiles', () => {
  let contents: FakeContents;
  let tabs: OpenText[];
  let notebooks: OpenNotebook[];

  const files = (): ServerFiles =>
    new ServerFiles({
      contents: contents as unknown as Contents.IManager,
      trans: ENGLISH,
      open: new OpenDocuments({
        tracker: trackerOf(notebooks),
        documents: OpenText.manager(tabs)
      })
    });
  const refused = (result: Promise<unknown>, code: string): Promise<void> =>
    expect(result).rejects.toMatchObject({ code });

  beforeEach(() => {
    contents = new FakeContents(CONTENT);
    tabs = [];
    notebooks = [];
  });

  describe('reading', () => {
    it('lists a folder', async () => {
      expect(await files().list('./data/')).toMatchObject([
        { name: 'a.csv', path: 'data/a.csv', type: 'file', size: 3 },
        { name: 'big.csv' }
      ]);
    });

    it('looks at the size before it asks for the content', async () => {
      await refused(files().readText('data/big.csv', 1_000), 'too-large');
      expect(contents.calls).toEqual(['stat data/big.csv']);
    });

    it.each([
      ['a server that sends a part', 206],
      ['a server that sends all', 200]
    ])('gets the head of a large file from %s', async (_name, status) => {
      const whole = Uint8Array.from({ length: 5000 }, (_, at) => at % 251);
      let cancelled = 0;
      let range = '';
      contents.onFile = (_url, asked) => {
        range = asked;
        const parts = status === 206 ? [whole.slice(0, 1000)] : pieces(whole);
        return {
          ok: true,
          status,
          redirected: false,
          body: {
            getReader: () => ({
              read: async () => {
                const value = parts.shift();
                return { done: value === undefined, value };
              },
              cancel: async () => void cancelled++
            })
          } as unknown as Response['body']
        };
      };
      const bytes = await files().readBytes('data/b ü.csv', 1000);
      expect([...bytes]).toEqual([...whole.slice(0, 1000)]);
      expect(range).toBe('bytes=0-999');
      expect(cancelled).toBe(1);
      expect(contents.calls).toEqual([
        'fetch http://server/base/files/data/b%20%C3%BC.csv'
      ]);
    });

    it.each([
      ['has no such address', { ok: false, status: 404 }],
      ['sends a page to log in', { ok: true, status: 200, redirected: true }]
    ])(
      'gets a small file whole, and no large one, from a server that %s',
      async (_name, response) => {
        contents.onFile = () => response;
        expect([...(await files().readBytes('logo.png', 2))]).toEqual([0, 0]);
        contents.set('huge.csv', { size: 500_000_000 });
        await refused(files().readBytes('huge.csv', 2), 'too-large');
        expect(contents.calls).not.toContain('get huge.csv');
      }
    );

    it('gives null for what is not text', async () => {
      expect(await files().readText('logo.png', 100)).toBeNull();
      expect(await files().openText('logo.png', 100)).toBeNull();
    });

    it('names what is not there', async () => {
      await expect(files().stat('nope.csv')).rejects.toMatchObject({
        code: 'not-found',
        message: expect.stringContaining('nope.csv')
      });
    });

    it.each([
      '/etc/passwd',
      '../secret',
      'data/../../secret',
      '~/secret',
      'C:\\secret',
      'data\\..\\secret',
      'Drive:file',
      '%2e%2e/secret',
      '\uff0e\uff0e/secret'
    ])('does not look outside the server’s root: %s', async path => {
      const all = files();
      await refused(all.stat(path), 'outside');
      await refused(all.list(path), 'outside');
      await refused(all.readText(path, 9), 'outside');
      await refused(all.openText(path, 9), 'outside');
      await refused(all.readBytes(path, 9), 'outside');
      await refused(all.readNotebook(path), 'outside');
      await refused(all.writeText(path, '', null), 'outside');
      expect(contents.calls).toEqual([]);
    });

    it('says which is a folder and which is a file', async () => {
      await expect(files().readText('data', 10)).rejects.toThrow(/folder/);
      await expect(files().list('data/a.csv')).rejects.toThrow(/file/);
    });

    it('gives an open file as it is in its tab', async () => {
      tabs.push(new OpenText('a.py', 'typed, not saved'));
      expect(await files().openText('a.py', 100)).toEqual({
        text: 'typed, not saved',
        version: hashText('typed, not saved'),
        isOpen: true
      });
      expect(contents.calls).toEqual([]);
      tabs[0].close();
      expect(await files().openText('a.py', 100)).toMatchObject({
        text: 'x = 1\n',
        isOpen: false
      });
    });

    it('does not take an open picture for text', async () => {
      tabs.push(new OpenText('logo.png', 'AAAA', { format: 'base64' }));
      expect(await files().openText('logo.png', 100)).toBeNull();
    });
  });

  describe('notebooks', () => {
    it('come as their cells; without ids these are numbered', async () => {
      expect(await files().readNotebook('old.ipynb')).toEqual({
        path: 'old.ipynb',
        isOpen: false,
        cells: [
          { id: '#0', type: 'code', source: 'import os\nos.getcwd()' },
          { id: '#1', type: 'raw', source: 'Title' }
        ]
      });
      expect((await files().readNotebook('new.ipynb')).cells).toEqual([
        { id: 'q', type: 'markdown', source: '# M' }
      ]);
    });

    it('come as they are now when they are open', async () => {
      const open = new OpenNotebook(['typed, not saved']);
      notebooks.push(open);
      const found = await files().readNotebook('data/a.ipynb');
      expect(found).toMatchObject({ isOpen: true });
      expect(found.cells).toEqual([
        { id: open.ids[0], type: 'code', source: 'typed, not saved' }
      ]);
      expect(contents.calls).toEqual([]);
      open.notebook.dispose();
    });

    it('that are none are said to be damaged', async () => {
      await expect(files().readNotebook('broken.ipynb')).rejects.toThrow(
        /could not be read as a notebook/
      );
    });
  });

  describe('writing', () => {
    it('makes a new file and the folders on the way', async () => {
      await files().writeText('data/deep/er/n.txt', 'text', null);
      expect(contents.text('data/deep/er/n.txt')).toBe('text');
      expect(contents.folders).toEqual(['data/deep', 'data/deep/er']);
    });

    it('does not write over a file that it takes for new', async () => {
      await refused(files().writeText('a.py', 'new', null), 'exists');
      expect(contents.text('a.py')).toBe('x = 1\n');
    });

    it('replaces the very text that was read, and no other', async () => {
      const read = await files().openText('a.py', 100);
      contents.set('a.py', 'changed meanwhile');
      await refused(files().writeText('a.py', 'new', read!.version), 'changed');
      expect(contents.text('a.py')).toBe('changed meanwhile');
      contents.set('a.py', 'x = 1\n');
      await files().writeText('a.py', 'new', read!.version);
      expect(contents.text('a.py')).toBe('new');
    });

    it('counts a file that is gone as changed', async () => {
      const read = await files().openText('a.py', 100);
      contents.remove('a.py');
      await refused(files().writeText('a.py', 'new', read!.version), 'changed');
    });

    it('says so where the server does not allow it', async () => {
      contents.refuseSave = 403;
      await refused(files().writeText('n.txt', 'text', null), 'read-only');
      contents.refuseSave = 500;
      await refused(files().writeText('n.txt', 'text', null), 'failed');
    });
  });

  describe('writing an open document', () => {
    let tab: OpenText;

    beforeEach(() => {
      tab = new OpenText('a.py', 'x = 1\ny = 2\n');
      tabs.push(tab);
    });

    const version = async (): Promise<string> =>
      (await files().openText('a.py', 100))!.version;

    it('edits its shared model as one step of undo, and saves it', async () => {
      tab.type('z = 3\n');
      await files().writeText('a.py', 'x = 1\ny = 9\nz = 3\n', await version());
      expect(tab.text).toBe('x = 1\ny = 9\nz = 3\n');
      expect(tab.saves).toBe(1);
      // The file is not written behind the open tab's back.
      expect(contents.calls.filter(call => call.startsWith('save'))).toEqual(
        []
      );
      tab.undo();
      expect(tab.text).toBe('x = 1\ny = 2\nz = 3\n');
    });

    it('does so again after it was saved', async () => {
      await files().writeText('a.py', 'x = 1\ny = 9\n', await version());
      await files().writeText('a.py', 'x = 8\ny = 9\n', await version());
      expect(tab.text).toBe('x = 8\ny = 9\n');
      expect(tab.saves).toBe(2);
      expect(contents.text('a.py')).toBe('x = 1\n');
      tab.undo();
      expect(tab.text).toBe('x = 1\ny = 9\n');
    });

    it('compares with what is in the tab, and not on the disk', async () => {
      const read = await version();
      tab.type('typed meanwhile');
      await refused(files().writeText('a.py', 'new', read), 'changed');
      await refused(files().writeText('a.py', 'new', null), 'exists');
      expect(tab.text).toContain('typed meanwhile');
      expect(tab.saves).toBe(0);
    });

    it('refuses before JupyterLab would ask about a file changed on disk', async () => {
      const read = await version();
      contents.set('a.py', 'changed by another program');
      await refused(files().writeText('a.py', 'new', read), 'save-conflict');
      expect(tab.text).toBe('x = 1\ny = 2\n');
      expect(tab.saves).toBe(0);
    });

    it('refuses a read-only one', async () => {
      tab.context.model.readOnly = true;
      await refused(
        files().writeText('a.py', 'new', await version()),
        'read-only'
      );
    });
  });

  describe('deleting', () => {
    const version = hashText('a,b');

    it('takes away the very text that is meant, and no other', async () => {
      await refused(
        files().deleteFile('data/a.csv', hashText('other')),
        'changed'
      );
      expect(contents.text('data/a.csv')).toBe('a,b');
      await files().deleteFile('data/a.csv', version);
      expect(contents.text('data/a.csv')).toBeUndefined();
    });

    it('takes away what is no text by its bytes, and no other', async () => {
      contents.set('report.docx', { bytes: 'UEsDBA==' });
      const bytes = await files().bytesVersion('report.docx', 100);
      expect(bytes).toBe(hashBytes('UEsD\nBA=='));
      contents.set('report.docx', { bytes: 'UEsDBQ==' });
      await refused(files().deleteFile('report.docx', bytes), 'changed');
      contents.set('report.docx', { bytes: 'UEsDBA==' });
      await files().deleteFile('report.docx', bytes);
      expect(contents.text('report.docx')).toBeUndefined();
    });

    it('counts what nobody saved yet in its tab as a change', async () => {
      tabs = [new OpenText('data/a.csv', 'a,b,c')];
      await refused(files().deleteFile('data/a.csv', version), 'changed');
      expect(contents.text('data/a.csv')).toBe('a,b');
    });

    it('names what is gone, and what is outside', async () => {
      await refused(files().deleteFile('gone', version), 'not-found');
      await refused(files().deleteFile('../a', version), 'outside');
    });
  });

  describe('without a server to speak of', () => {
    it.each([
      ['the session has ended', refusal(401), /Log in again/],
      [
        'nobody is logged in, or a hub has stopped it',
        refusal(403, 'Forbidden'),
        /session .*has ended, or a hub has stopped the server.*Log in again/
      ],
      ['a hub has stopped it', refusal(424), /not running/],
      ['it is being started', refusal(503), /not running/],
      [
        'the network is gone',
        new ServerConnection.NetworkError(new TypeError('Failed to fetch')),
        /can’t be reached/
      ]
    ])('says so where %s', async (_, error, sentence) => {
      contents.refuse = error;
      await expect(files().readText('data/a.csv', 100)).rejects.toMatchObject({
        code: 'failed',
        message: expect.stringMatching(sentence),
        cause: error
      });
    });

    it('tells a file that may not be read from a person who is not known', async () => {
      contents.refuse = refusal(403, 'Permission denied: data/a.csv');
      await expect(files().readText('data/a.csv', 100)).rejects.toThrow(
        /Permission denied/
      );
    });
  });
});

function pieces(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: 10 }, (_, at) =>
    bytes.slice(at * 300, (at + 1) * 300)
  );
}
