import {
  DEFAULT_POLICY,
  EFFECTS,
  evaluatePolicy,
  type IPolicyRequest
} from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeGrammars } from '../../testing/fake-grammars';
import { FakeNotebook } from '../../testing/fake-notebook';
import { editFile } from '../files/edit-file';
import { jupyterCell } from '../cells/jupyter-cell';
import { runScratch } from '../kernel/run-scratch';
import { writeFile } from '../files/write-file';
import { toolContext } from './tool-context';

interface ICase {
  name: string;
  path: string;
  /** Sources of the notebook's code cells. */
  cells?: string[];
  asks: boolean;
}

const CASES = readCorpus<ICase>('paths').map((each): [string, ICase] => [
  each.name,
  each
]);

const NOTEBOOK = { root: '', notebook: 'work/a.ipynb', id: 'n1' };

/** Whether there is a card although every rule permits the call. */
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
  const beside = (cells: string[] = []) =>
    toolContext({
      notebook: new FakeNotebook({
        path: 'work/a.ipynb',
        cells: cells.map(source => ({ source }))
      })
    });
  const context = beside();

  it.each(CASES)(
    'always ask, and no others do, whatever the rules say: %s',
    (_name, { path, cells, asks: expected }) => {
      const context = beside(cells);
      const call = { path: `/${path}`, content: '', old: 'a', new: 'b' };
      const written = writeFile.policy?.(call, context);
      const edited = editFile.policy?.(call, context);
      expect([asks('write_file', written), asks('edit_file', edited)]).toEqual([
        expected,
        expected
      ]);
    }
  );

  it.each(CASES.filter(([, { path }]) => path.startsWith('work/')))(
    'ask as well where IPython writes them from a cell: %s',
    (_name, { path, cells, asks: expected }) => {
      const context = beside(cells);
      const code = `%%writefile ${path.slice('work/'.length)}\nx = 1`;
      expect([
        asks('jupyter_cell', jupyterCell.policy?.({ code }, context)),
        asks('run_scratch', runScratch.policy?.({ code }, context))
      ]).toEqual([expected, expected]);
    }
  );

  it.each([
    ['.cellwright.md', 'it reads that file itself'],
    ['skills/plots/SKILL.md', 'it reads that file itself'],
    ['Makefile', 'other tools read or run'],
    ['.bashrc', 'names with a dot'],
    ['pandas.py', '“import” would load'],
    ['b.ipynb', 'it is a notebook']
  ])('say why on the card: %s', (path, why) => {
    expect(
      writeFile.policy?.({ path, content: '' }, context)?.always
    ).toContain(why);
  });

  it('say that the notebook may import it', () => {
    expect(
      writeFile.policy?.(
        { path: 'helpers.py', content: '' },
        beside(['import helpers'])
      )?.always
    ).toContain('code in the notebook may import');
  });

  it('are those whose code reaches out, where a cell writes them', () => {
    const writes = (body: string, line = 'utils.py') =>
      asks(
        'jupyter_cell',
        jupyterCell.policy?.({ code: `%%writefile ${line}\n${body}` }, context)
      );
    expect(writes('import os\nos.system("ls")')).toBe(true);
    expect(writes('def f(x):\n    return x + 1')).toBe(false);
    expect(writes('import os\nos.system("ls")', 'notes.txt')).toBe(false);
  });

  it('are all of Python’s where nobody can tell what is imported', () => {
    const written = (grammars: FakeGrammars, source: string, path: string) =>
      asks(
        'write_file',
        writeFile.policy?.(
          { path, content: '' },
          { ...beside([source]), grammars }
        )
      );
    const none = new FakeGrammars(false);
    expect(written(none, 'import x', 'utils.py')).toBe(true);
    expect(written(none, 'import x', 'data.csv')).toBe(false);
    expect(written(none, 'x = 1', 'utils.py')).toBe(false);
  });

  it('are told apart at once, however long a path is', () => {
    const path = `work/${'a/'.repeat(1_900)}${'~'.repeat(90)}x`;
    expect(
      asks('write_file', writeFile.policy?.({ path, content: '' }, context))
    ).toBe(false);
  });
});
