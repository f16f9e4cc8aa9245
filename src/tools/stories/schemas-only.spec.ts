import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type CellOutput,
  type ITool,
  type IToolResult,
  WorkspaceError
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, raised, ran } from '../../testing/fake-notebook';
import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import { FakeShell, commandRun } from '../../testing/fake-shell';
import { PythonProcess } from '../../testing/processes/python-process';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { checkResource } from '../files/check-resource';
import { readFile } from '../files/read-file';
import { searchWorkspace } from '../files/search-workspace';
import { editCell } from '../cells/edit-cell';
import { executeCommand } from '../commands/execute-command';
import { inspectVariables } from '../kernel/inspect-variables';
import { jupyterCell } from '../cells/jupyter-cell';
import { runCells } from '../cells/run-cells';
import { runScratch } from '../kernel/run-scratch';
import { toolContext, toolOn } from './tool-context';

/** A value in the person's data, which no model may see. */
const SECRET = 'Ada Lovelace';

interface ILabelCase {
  name: string;
  code: string;
  /** The labels that are sent; null where all are withheld. */
  labels: string[] | null;
}

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
    const result = await toolOn(executeCommand).run(
      { command: 'x' },
      { shell, values: false }
    );
    expect(result.text).toMatch(
      /^Exit code 1 .*\nOutput withheld: 1 line on stdout, 1 line on stderr\./
    );
    expectNothing(result);
  });

  it('nothing of what the kernel raised when it was looked into', async () => {
    const failing = new FakeNotebook({
      onInspect: () => {
        throw new WorkspaceError('failed', `KeyError: ${SECRET}`);
      }
    });
    const broken = new FakeNotebook({ onInspect: () => SECRET });
    expectNothing(
      await toolOn(inspectVariables).run(
        {},
        { notebook: broken, values: false }
      )
    );
    for (const tool of [inspectVariables, checkResource] as ITool[]) {
      const result = await toolOn(tool).run(
        {},
        { notebook: failing, values: false }
      );
      expect(result.ok).toBe(false);
      expect(result.text).toContain('could not be inspected');
      expectNothing(result);
    }
  });

  it.each([SECRET, 'Ada_Lovelace', 'AdaLovelaceError', 'Ada.Lovelace'])(
    'nothing of an error that is called %s',
    async name => {
      const odd = new FakeNotebook({ onRun: () => raised(name, SECRET) });
      const result = await toolOn(jupyterCell).run(
        { code: 'x' },
        { notebook: odd, values: false }
      );
      expect(result.text).toContain('An error. Its message is withheld.');
      expect(result.text).not.toMatch(/Ada|Lovelace/);
    }
  );

  it.each([
    'a.sql',
    'a.md',
    'a.rst',
    'a.tex',
    'a.do',
    'a.R',
    'a.sh',
    'a.yaml',
    'a.html',
    'a.ipynb.txt',
    'Makefile',
    'noextension',
    'a.csv',
    'a.json',
    'a.log'
  ])('nothing of the lines of %s, however it asks', async path => {
    const context = toolContext({
      files: new FakeFiles({ [path]: `x = 1\n${SECRET}, 42\n` }),
      values: false
    });
    for (const result of [
      await toolOn(readFile).run({ path }, context),
      await toolOn(readFile).run({ path, start_line: 2 }, context),
      await toolOn(searchWorkspace).run({ pattern: 'Ada' }, context),
      await toolOn(searchWorkspace).run({ pattern: '42', path }, context)
    ]) {
      expect(result.text).not.toMatch(/Ada|42|match in/);
    }
  });
});

describe('in the mode "schemas only", on a real Python', () => {
  let python: PythonProcess;
  const folder = mkdtempSync(join(tmpdir(), 'schemas-'));

  beforeAll(() => {
    writeFileSync(
      join(folder, 'birds.csv'),
      'kind,place,mass_g\nadelie,dream,3700\ngentoo,biscoe,5000\n'
    );
    python = new PythonProcess(folder);
  });

  afterAll(() => {
    python.dispose();
    rmSync(folder, { recursive: true });
  });

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

  it.each(readCorpus<ILabelCase>('table-labels'))(
    'labels of a table are sent by where the code takes them from: one $name',
    async ({ code, labels }) => {
      await python.reset(folder);
      for (const source of ['import pandas as pd', code]) {
        expect((await python.run(source)).status).toBe('ok');
      }
      const { text } = await inspectVariables.run(
        { names: ['df'] },
        contextOf()
      );
      expect(text).not.toMatch(/adelie|gentoo|dream|biscoe|2024/i);
      expect(
        [...text.matchAll(/^ {2}"(.*)":/gm)].map(([, name]) => name)
      ).toEqual(labels ?? []);
      expect(text.includes('labels withheld')).toBe(labels === null);
    }
  );

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
