import { DEFAULT_POLICY } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import type { IScriptedStep } from '../../testing/scripted-model';
import { Harness } from './harness';

const RULES = {
  policy: {
    ...DEFAULT_POLICY,
    effects: {
      ...DEFAULT_POLICY.effects,
      write: 'allow' as const,
      execute: 'allow' as const
    }
  }
};

const write = (path: string, content: string) => ({
  calls: [{ name: 'write_file', args: { path, content } }]
});
const edit = (path: string, old: string, by: string) => ({
  calls: [{ name: 'edit_file', args: { path, old, new: by } }]
});

/** A run in which everything is allowed that can be allowed permanently. */
async function run(step: IScriptedStep, texts: Record<string, string> = {}) {
  const files = new FakeFiles({ 'data.csv': 'a', ...texts });
  const harness = new Harness({
    workspace: new FakeWorkspace({ notebook: new FakeNotebook(), files }),
    settings: RULES,
    script: [step, { text: 'Done.' }]
  });
  await harness.say();
  return {
    files,
    cards: harness.of('review-opened').flatMap(({ cards }) => cards)
  };
}

describe('a file of code that an import would run', () => {
  it.each([
    [
      'Python that starts a program',
      'utils.py',
      'import os\nos.system("ls")\n'
    ],
    [
      'Python that hides it in a function',
      'lib/plots.PY',
      'import subprocess as s\n\n\ndef draw():\n    s.run(["ls"])\n'
    ],
    ['R', 'utils.R', 'f <- function() system("ls")'],
    ['Julia', 'utils.jl', 'f() = run(`ls`)']
  ])('is asked about in spite of the rules: %s', async (_, path, code) => {
    const { cards, files } = await run(write(path, code));
    expect(cards).toEqual([
      expect.objectContaining({
        tool: 'write_file',
        always: expect.stringContaining('as soon as something imports it')
      })
    ]);
    expect(files.text(path)).toBeUndefined();
  });

  it.each([
    ['Python that reckons', 'utils.py', 'def f(x):\n    return x + 1\n'],
    ['text about such code', 'notes.txt', 'import os\nos.system("ls")\n']
  ])('is written by the rule where it does not: %s', async (_, path, text) => {
    const { cards, files } = await run(write(path, text));
    expect(cards).toEqual([]);
    expect(files.text(path)).toBe(text);
  });

  it('is asked about by what an edit makes of it, and not by what is put in', async () => {
    const { cards } = await run(edit('utils.py', 'mm', ''), {
      'utils.py': 'import omms as p\np.remove("x")\n'
    });
    expect(cards).toHaveLength(1);
    expect(cards[0].always).toContain('utils.py');
  });
});
