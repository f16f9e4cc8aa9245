import { readCorpus } from '../../testing/corpus/read-corpus';
import { isWithin, pathFromRoot } from '..';

interface ICase {
  /** The path itself. */
  name: string;
  /** What it is; absent where it is refused. */
  is?: string;
}

const CASES = readCorpus<ICase>('root-paths');
const LEGITIMATE = CASES.filter(({ is }) => is !== undefined);

describe('pathFromRoot', () => {
  it.each(CASES.filter(({ is }) => is === undefined))(
    'refuses $name',
    ({ name }) => {
      expect(pathFromRoot(name)).toBeNull();
    }
  );

  it('refuses what is too long', () => {
    expect(pathFromRoot('x'.repeat(5000))).toBeNull();
  });

  it.each(LEGITIMATE)('keeps $name', ({ name, is }) => {
    expect(pathFromRoot(name)).toBe(is);
  });

  it('says the same of what it gave', () => {
    for (const { name } of LEGITIMATE) {
      const once = pathFromRoot(name) ?? '';
      expect(pathFromRoot(once)).toBe(once);
    }
  });
});

describe('isWithin', () => {
  it.each([
    ['work/a.csv', 'work', true],
    ['work', 'work', true],
    ['workshop/a.csv', 'work', false],
    ['a.csv', 'work', false],
    ['a.csv', '', true]
  ])('%j in %j: %s', (path, folder, expected) => {
    expect(isWithin(path, folder)).toBe(expected);
  });
});
