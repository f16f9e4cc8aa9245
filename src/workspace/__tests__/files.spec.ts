import type { Contents } from '@jupyterlab/services';

import { ENGLISH } from '../../contract';
import { ServerFiles } from '../files';

const FILES: Record<string, Partial<Contents.IModel>> = {
  data: {
    type: 'directory',
    content: [{ name: 'a.csv', path: 'data/a.csv', type: 'file', size: 3 }]
  },
  'data/a.csv': { type: 'file', size: 3, format: 'text', content: 'a,b' },
  'data/big.csv': { type: 'file', size: 5_000_000 },
  'logo.png': { type: 'file', size: 10, format: 'base64', content: 'AAAA' }
};

/** The contents API as Jupyter Server answers it. */
class FakeContents {
  readonly asked: { path: string; content?: boolean }[] = [];

  async get(path: string, options: Contents.IFetchOptions) {
    this.asked.push({ path, content: options.content });
    const model = FILES[path];
    if (!model) {
      throw refusal(404);
    }
    if (options.format === 'text' && model.format === 'base64') {
      throw refusal(400);
    }
    return {
      name: path.split('/').pop(),
      path,
      last_modified: 'now',
      ...model
    };
  }
}

function refusal(status: number): Error {
  return Object.assign(new Error(`Refused (${status})`), {
    response: { status }
  });
}

describe('ServerFiles', () => {
  let contents: FakeContents;
  let files: ServerFiles;

  beforeEach(() => {
    contents = new FakeContents();
    files = new ServerFiles(contents as unknown as Contents.IManager, ENGLISH);
  });

  it('lists a folder', async () => {
    expect(await files.list('./data/')).toMatchObject([
      { name: 'a.csv', path: 'data/a.csv', type: 'file', size: 3 }
    ]);
  });

  it('reads text', async () => {
    expect(await files.readText('data/a.csv', 100)).toBe('a,b');
  });

  it('looks at the size before it asks for the content', async () => {
    await expect(files.readText('data/big.csv', 1_000)).rejects.toMatchObject({
      code: 'too-large'
    });
    expect(contents.asked).toEqual([{ path: 'data/big.csv', content: false }]);
  });

  it('gives null for what is not text', async () => {
    expect(await files.readText('logo.png', 100)).toBeNull();
  });

  it('names what is not there', async () => {
    await expect(files.stat('nope.csv')).rejects.toMatchObject({
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
    'Drive:file'
  ])('does not look outside the server’s root: %s', async path => {
    await expect(files.stat(path)).rejects.toMatchObject({ code: 'outside' });
    expect(contents.asked).toEqual([]);
  });

  it('says which is a folder and which is a file', async () => {
    await expect(files.readText('data', 10)).rejects.toThrow(/folder/);
    await expect(files.list('data/a.csv')).rejects.toThrow(/file/);
  });
});
