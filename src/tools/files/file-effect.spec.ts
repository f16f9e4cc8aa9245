import {
  DEFAULT_POLICY,
  EFFECTS,
  evaluatePolicy,
  type IPolicyRequest
} from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeNotebook } from '../../testing/fake-notebook';
import { toolContext } from '../stories/tool-context';
import { editFile } from './edit-file';
import { fileEffect } from './file-effect';
import { writeFile } from './write-file';

interface ICase {
  name: string;
  path: string;
  asks: boolean;
}

const CASES = readCorpus<ICase>('paths').map((each): [string, ICase] => [
  each.name,
  each
]);

/** Whether there is a card although every rule permits the call. */
function asks(tool: string, facts: Partial<IPolicyRequest> | undefined) {
  return evaluatePolicy(
    {
      ...DEFAULT_POLICY,
      effects: { ...DEFAULT_POLICY.effects, write: 'allow' },
      interruptOn: { [tool]: false },
      notebooks: [
        { root: '', notebook: 'work/a.ipynb', id: 'n1', effects: [...EFFECTS] }
      ]
    },
    { ...facts, tool, effect: 'write' },
    {
      notebook: { root: '', path: 'work/a.ipynb', id: 'n1', cells: [] },
      turn: new Set(EFFECTS),
      args: {}
    }
  ).ask;
}

describe('a rule for files', () => {
  const context = toolContext({
    notebook: new FakeNotebook({ path: 'work/a.ipynb' })
  });

  it.each(CASES)(
    'covers ordinary data and text, and nothing else: %s',
    (_name, { path, asks: expected }) => {
      const call = { path: `/${path}`, content: '', old: 'a', new: 'b' };
      const written = writeFile.policy?.(call, context);
      const edited = editFile.policy?.(call, context);
      expect([asks('write_file', written), asks('edit_file', edited)]).toEqual([
        expected,
        expected
      ]);
    }
  );

  it('is not used for another kind of file, and the card says why', () => {
    expect(
      writeFile.policy?.({ path: 'Makefile', content: '' }, context)?.always
    ).toContain('another tool may run it or obey it');
  });

  it('is decided at once, however long a path is', () => {
    for (const part of ['a/', '~1', '..', 'config', 'A', '.x']) {
      const path = part.repeat(2_000);
      writeFile.policy?.({ path, content: '' }, context);
    }
  });
});

describe('the effect of a text that is written to a file', () => {
  const PICTURE = '![](https://evil.example/p.png?d=1)';

  it.each([
    ['plain Markdown', 'notes.md', '# Title\n\nSome *text*.', 'write'],
    ['Markdown with a remote picture', 'notes.md', PICTURE, 'network'],
    ['the same in capitals', 'NOTES.MD', PICTURE, 'network'],
    ['the same as text', 'notes.txt', PICTURE, 'write'],
    ['a table with an address', 'a.csv', 'a\nhttps://evil.example/', 'write'],
    ['a page', 'a.html', '<p>x</p>', 'network'],
    ['a picture that is drawn from text', 'a.svg', '<svg/>', 'network'],
    ['a document that can hold actions', 'a.pdf', '%PDF', 'network']
  ])('is told by what JupyterLab draws of it: %s', (_, path, text, effect) => {
    expect(fileEffect(path, text)).toBe(effect);
  });
});
