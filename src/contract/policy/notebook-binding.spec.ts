import { readCorpus } from '../../testing/corpus/read-corpus';
import {
  endedRules,
  isBoundTo,
  isSameNotebook,
  movedRules,
  type INotebookIdentity,
  type NotebookBinding
} from './notebook-binding';

interface ICase {
  name: string;
  rule: NotebookBinding;
  here: INotebookIdentity;
  holds: boolean;
}

const rule = (
  notebook: string,
  id = `id of ${notebook}`,
  root = '/a'
): NotebookBinding => ({ root, notebook, id });

describe('a rule for one notebook', () => {
  it.each(readCorpus<ICase>('notebook-bindings'))(
    '$name: holds is $holds',
    ({ rule: bound, here, holds }) => {
      expect(isBoundTo(bound, here)).toBe(holds);
    }
  );

  it('is told from others by all that it is bound to', () => {
    expect(isSameNotebook(rule('a'), rule('a'))).toBe(true);
    const cells = { root: '/a', notebook: 'a', cells: ['id of a'] };
    for (const other of [rule('b', 'id of a'), rule('a', 'x'), cells]) {
      expect(isSameNotebook(rule('a'), other)).toBe(false);
    }
  });
});

describe('rules, when files are renamed or deleted', () => {
  const rules = [rule('d/a.ipynb'), rule('d/b.ipynb'), rule('da.ipynb')];

  it('go along with a notebook, and with its folder', () => {
    expect(movedRules(rules, '/a', 'd/a.ipynb', 'c.ipynb')).toEqual([
      rule('c.ipynb', 'id of d/a.ipynb'),
      rules[1],
      rules[2]
    ]);
    expect(movedRules(rules, '/a', 'd', 'e/f')).toEqual([
      rule('e/f/a.ipynb', 'id of d/a.ipynb'),
      rule('e/f/b.ipynb', 'id of d/b.ipynb'),
      rules[2]
    ]);
  });

  it('follow two notebooks that change places', () => {
    let now: readonly NotebookBinding[] = [rule('a'), rule('b')];
    now = movedRules(now, '/a', 'a', 'x');
    now = movedRules(now, '/a', 'b', 'a');
    now = movedRules(now, '/a', 'x', 'b');
    expect(now).toEqual([rule('b', 'id of a'), rule('a', 'id of b')]);
  });

  it('of a notebook that is written over end', () => {
    expect(movedRules(rules, '/a', 'd/a.ipynb', 'd/b.ipynb')).toEqual([
      rule('d/b.ipynb', 'id of d/a.ipynb'),
      rules[2]
    ]);
  });

  it('end with their notebook, and with its folder', () => {
    expect(endedRules(rules, '/a', 'd/a.ipynb')).toEqual(rules.slice(1));
    expect(endedRules(rules, '/a', 'd')).toEqual([rules[2]]);
  });

  it('of another root are left alone, and nothing is the same list', () => {
    const others = [rule('a', 'x', '/b')];
    expect(movedRules(others, '/a', 'a', 'b')).toBe(others);
    expect(endedRules(others, '/a', 'a')).toBe(others);
    expect(movedRules(rules, '/a', 'z', 'y')).toBe(rules);
    expect(endedRules(rules, '/a', 'z')).toBe(rules);
  });
});
