import { tmpdir } from 'node:os';

import {
  type CellOutput,
  type IToolResult,
  WorkspaceError
} from '../../contract';
import { FakeNotebook, raised, ran } from '../../testing/fake-notebook';
import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import { FakeShell, commandRun } from '../../testing/fake-shell';
import { PythonProcess } from '../../testing/processes/python-process';
import { checkResource } from '../files/check-resource';
import { editCell } from '../cells/edit-cell';
import { executeCommand } from '../commands/execute-command';
import { inspectVariables } from '../kernel/inspect-variables';
import { jupyterCell } from '../cells/jupyter-cell';
import { runCells } from '../cells/run-cells';
import { runScratch } from '../kernel/run-scratch';
import { toolContext } from './tool-context';

/** A value in the person's data, which no model may see. */
const SECRET = 'Ada Lovelace';

const OUTPUTS: CellOutput[] = [
  { type: 'stream', name: 'stdout', text: `${SECRET}\n`.repeat(12) },
  {
    type: 'data',
    result: false,
    data: { 'image/png': ONE_PIXEL_PNG, 'text/plain': SECRET }
  },
  {
    type: 'data',
    result: true,
    data: { 'text/html': `<table><td>${SECRET}`, 'text/plain': SECRET }
  }
];

const TOLD = 'Output withheld: 1 table, 1 image, 12 lines.';

function expectNothing(result: IToolResult): void {
  expect(result.text).not.toContain(SECRET);
  expect(result.images ?? []).toEqual([]);
}

describe('in the mode "schemas only", a model reads of a run', () => {
  const notebook = new FakeNotebook({
    cells: [{ id: 'a', source: 'x' }],
    onRun: () => ran(OUTPUTS),
    onScratch: () => ran(OUTPUTS)
  });
  const context = toolContext({ notebook, values: false });

  it('how much came out, and nothing of it', async () => {
    for (const result of [
      await jupyterCell.run({ code: 'x' }, context),
      await editCell.run({ cell_id: 'a', code: 'x', run: true }, context),
      await runCells.run({ cell_ids: ['a'] }, context),
      await runScratch.run({ code: 'x' }, context)
    ]) {
      expect(result.text).toContain(TOLD);
      expectNothing(result);
    }
  });

  it('of a command its exit code and how many lines it wrote', async () => {
    const shell = new FakeShell({
      onCommand: () =>
        commandRun({ exitCode: 1, stdout: `${SECRET}\n`, stderr: SECRET })
    });
    const result = await executeCommand.run(
      { command: 'x' },
      toolContext({ shell, values: false })
    );
    expect(result.text).toMatch(
      /^Exit code 1 .*\nOutput withheld: 1 line on stdout, 1 line on stderr\./
    );
    expectNothing(result);
  });

  it('nothing of an inspection that went wrong', async () => {
    const broken = new FakeNotebook({ onInspect: () => SECRET });
    expectNothing(
      await inspectVariables.run(
        {},
        toolContext({ notebook: broken, values: false })
      )
    );
  });

  it('nothing of what the kernel raised when it was looked into', async () => {
    const failing = new FakeNotebook({
      onInspect: () => {
        throw new WorkspaceError('failed', `KeyError: ${SECRET}`);
      }
    });
    for (const tool of [inspectVariables, checkResource]) {
      const result = await tool.run(
        {},
        toolContext({ notebook: failing, values: false })
      );
      expect(result.ok).toBe(false);
      expect(result.text).toContain('could not be inspected');
      expectNothing(result);
    }
  });

  it('nothing of an error’s name that is no name', async () => {
    const odd = new FakeNotebook({ onRun: () => raised(SECRET, SECRET) });
    const result = await jupyterCell.run(
      { code: 'x' },
      toolContext({ notebook: odd, values: false })
    );
    expect(result.text).toContain('An error. Its message is withheld.');
    expectNothing(result);
  });
});

describe('in the mode "schemas only", on a real Python', () => {
  let python: PythonProcess;

  beforeAll(() => {
    python = new PythonProcess(tmpdir());
  });

  afterAll(() => python.dispose());

  function contextOf() {
    return toolContext({
      notebook: new FakeNotebook({
        onRun: source => python.run(source),
        onInspect: code => python.inspect(code)
      }),
      values: false
    });
  }

  it('an error is its name and the line it was raised at', async () => {
    const result = await jupyterCell.run(
      { code: `def f(x):\n    raise ValueError(x)\n\nf("${SECRET}")` },
      contextOf()
    );
    expect(result.text).toContain(
      'ValueError at line 2. Its message is withheld.'
    );
    expectNothing(result);
  });

  it('a frame has columns, dtypes and counts, and a string its length', async () => {
    await python.run(
      `import pandas as pd\ndf = pd.DataFrame({"who": ["${SECRET}", None]})\nname = "${SECRET}"\nn = 42`
    );
    const result = await inspectVariables.run(
      { names: ['df', 'name', 'n'] },
      contextOf()
    );
    expect(result.text.split('\n')).toEqual([
      'df: DataFrame 2 rows × 1 columns',
      '  "who": str, 1 missing, 1 distinct',
      'name: str (12)',
      'n: int'
    ]);
    expectNothing(result);
  });
});
