import { WorkspaceError } from '../../../contract';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { toolContext } from '../../stories/tool-context';
import { forCall, fromCall, readPlace } from './paths';

const at = (path: string) => ({ notebook: new FakeNotebook({ path }) });

describe('a path in a call', () => {
  it.each([
    ['', 'work/eda'],
    ['.', 'work/eda'],
    ['./', 'work/eda'],
    ['utils.py', 'work/eda/utils.py'],
    [' ./src//utils.py ', 'work/eda/src/utils.py'],
    ['../churn.csv', 'work/churn.csv'],
    ['../../churn.csv', 'churn.csv'],
    ['..', 'work'],
    ['../..', ''],
    ['/', ''],
    ['//', ''],
    ['/top.txt', 'top.txt'],
    ['/work/../top.txt', 'top.txt'],
    ['src/../a.py', 'work/eda/a.py'],
    ['~skills/x/places.md', '~skills/x/places.md']
  ])('%j is %j for a notebook in work/eda', (path, place) => {
    expect(fromCall(path, at('work/eda/a.ipynb'))).toBe(place);
  });

  it.each([
    '../../..',
    '../../../x',
    '/..',
    '/../x',
    'a/../../../../x',
    '~',
    '~/x',
    '/~/x',
    'C:/x',
    '/C:\\x',
    'RTC:x',
    '..\\x',
    '%2e%2e/x',
    '.. /x',
    '．．/x',
    'x\u202e/../y'
  ])('%j is outside of the root', path => {
    expect(fromCall(path, at('work/eda/a.ipynb'))).toBeNull();
  });

  it.each([
    ['work/eda/a.py', 'a.py'],
    ['work/eda/src/a.py', 'src/a.py'],
    ['work/churn.csv', '../churn.csv'],
    ['work/edacity/x', '../edacity/x'],
    ['top.txt', '../../top.txt'],
    ['work/eda', '../eda'],
    ['work', '../../work'],
    ['', '../..']
  ])('that means %j is written %j, and read back', (place, path) => {
    const context = at('work/eda/a.ipynb');
    expect(forCall(place, context)).toBe(path);
    expect(fromCall(path, context)).toBe(place);
  });
});

describe('a path to be read', () => {
  const read = (there: string[]) => async (path: string) => {
    if (!there.includes(path)) {
      throw new WorkspaceError('not-found', `no ${path}`);
    }
    return `text of ${path}`;
  };
  const context = toolContext(at('work/a.ipynb'));

  it.each([
    ['data.csv', ['work/data.csv', 'data.csv'], 'work/data.csv', ''],
    [
      'data.csv',
      ['data.csv'],
      'data.csv',
      'There is no /work/data.csv; this is ../data.csv.'
    ],
    [
      '/data.csv',
      ['work/data.csv'],
      'work/data.csv',
      'There is no /data.csv; this is data.csv.'
    ]
  ])(
    'stands under the rule, or else under the other one: %s of %j',
    async (path, there, found, note) => {
      expect(await readPlace(path, context, read(there))).toEqual({
        path: found,
        value: `text of ${found}`,
        note
      });
    }
  );

  it('that is nowhere, or outside, is refused by its first name', async () => {
    await expect(readPlace('x', context, read([]))).rejects.toThrow(
      'no work/x'
    );
    await expect(readPlace('../../x', context, read([]))).rejects.toThrow(
      'outside'
    );
  });
});
