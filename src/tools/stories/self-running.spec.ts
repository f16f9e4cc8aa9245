import { DEFAULT_POLICY, EFFECTS, evaluatePolicy } from '../../contract';
import type { IPolicyRequest } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeNotebook } from '../../testing/fake-notebook';
import { editFile } from '../files/edit-file';
import { jupyterCell } from '../cells/jupyter-cell';
import { runScratch } from '../kernel/run-scratch';
import { writeFile } from '../files/write-file';
import { toolContext } from './tool-context';

interface ICase {
  name: string;
  path: string;
  asks: boolean;
}

const CASES = readCorpus<ICase>('paths').map((each): [string, ICase] => [
  each.name,
  each
]);

const NOTEBOOK = { root: '', notebook: 'work/a.ipynb', id: 'n1' };

/** Whether a card comes where every rule there is says "go ahead". */
function asks(tool: string, facts: Partial<IPolicyRequest> | undefined) {
  return evaluatePolicy(
    {
      ...DEFAULT_POLICY,
      effects: {
        ...DEFAULT_POLICY.effects,
        edit: 'allow',
        execute: 'allow',
        write: 'allow'
      },
      interruptOn: { [tool]: false },
      notebooks: [{ ...NOTEBOOK, effects: [...EFFECTS] }]
    },
    { ...facts, tool, effect: tool.endsWith('file') ? 'write' : 'execute' },
    {
      notebook: { root: '', path: 'work/a.ipynb', id: 'n1', cells: [] },
      turn: new Set(EFFECTS),
      args: {}
    }
  ).ask;
}

describe('files that do something by themselves', () => {
  const context = toolContext({
    notebook: new FakeNotebook({ path: 'work/a.ipynb' })
  });

  it.each(CASES)(
    'always ask, and no others do, whatever the rules say: %s',
    (_name, { path, asks: expected }) => {
      const written = writeFile.policy?.({ path, content: '' }, context);
      const edited = editFile.policy?.({ path, old: 'a', new: 'b' }, context);
      expect([asks('write_file', written), asks('edit_file', edited)]).toEqual([
        expected,
        expected
      ]);
    }
  );

  it.each(CASES.filter(([, { path }]) => path.startsWith('work/')))(
    'ask as well where IPython writes them from a cell: %s',
    (_name, { path, asks: expected }) => {
      const code = `%%writefile ${path.slice('work/'.length)}\nx = 1`;
      expect([
        asks('jupyter_cell', jupyterCell.policy?.({ code }, context)),
        asks('run_scratch', runScratch.policy?.({ code }, context))
      ]).toEqual([expected, expected]);
    }
  );

  it.each([
    ['work/.cellwright.md', 'Cellwright itself reads'],
    ['work/Makefile', 'other tools read or run'],
    ['work/.bashrc', 'names with a dot'],
    ['work/pandas.py', '“import” would load'],
    ['work/b.ipynb', 'that is a notebook']
  ])('say why on the card: %s', (path, why) => {
    expect(
      writeFile.policy?.({ path, content: '' }, context)?.always
    ).toContain(why);
  });

  it('are told apart at once, however long a path is', () => {
    const path = `work/${'a/'.repeat(2_000)}${'~'.repeat(90)}x`;
    expect(
      asks('write_file', writeFile.policy?.({ path, content: '' }, context))
    ).toBe(false);
  });
});
