import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type CellOutput,
  type IToolResult,
  WorkspaceError
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, raised, ran } from '../../testing/fake-notebook';
import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import { FakeShell, commandRun } from '../../testing/fake-shell';
import { PythonProcess } from '../../testing/processes/python-process';
import { checkResource } from '../files/check-resource';
import { readFile } from '../files/read-file';
import { searchWorkspace } from '../files/search-workspace';
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

  it.each([SECRET, 'Ada_Lovelace', 'AdaLovelaceError', 'Ada.Lovelace'])(
    'nothing of an error that is called %s',
    async name => {
      const odd = new FakeNotebook({ onRun: () => raised(name, SECRET) });
      const result = await jupyterCell.run(
        { code: 'x' },
        toolContext({ notebook: odd, values: false })
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
      await readFile.run({ path }, context),
      await readFile.run({ path, start_line: 2 }, context),
      await searchWorkspace.run({ pattern: 'Ada' }, context),
      await searchWorkspace.run({ pattern: '42', path }, context)
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

  /** A table whose values and header stand in no code. */
  const READ = 'b = pd.read_csv("birds.csv")';
  const NAMES = ['kind', 'place', 'mass_g'];
  it.each([
    ['as it was read', `${READ}\ndf = b`, NAMES],
    [
      'filtered, sorted and joined',
      `${READ}\ndf = (pd.concat([pd.read_csv(f) for f in ["birds.csv"]])\n  [lambda x: x.mass_g > 1].dropna().sort_values("mass_g").merge(b, on="kind"))`,
      ['kind', 'place_x', 'mass_g_x', 'place_y', 'mass_g_y']
    ],
    [
      'cleaned in place',
      `${READ}\ndf = b.copy()\nfor c in list(df): df[c] = df[c].astype(str)\ndf.columns = df.columns.str.strip().str.lower()\ndf.loc[0, "kind"] = "x"\ndf["n"] = 1`,
      [...NAMES, 'n']
    ],
    ['timed', `%%time\ndf = pd.read_csv("birds.csv").head(2)`, NAMES],
    [
      'taken apart by a function that is not known',
      `${READ}\nfrom functools import partial\nhalves = partial(lambda x: (x, x))\ndf, _ = halves(b)`,
      NAMES
    ],
    [
      'counted',
      `${READ}\ndf = b.groupby("kind").size().reset_index(name="n")`,
      ['kind', 'n']
    ],
    [
      'whose labels are written in the code',
      `${READ}\ndf = b.pivot(index="place", columns="kind", values="mass_g")\ndf.columns = ["one", "two"]`,
      ['one', 'two']
    ],
    [
      'that is spread out',
      `${READ}\ndf = b.pivot(index="place", columns="kind", values="mass_g").rename_axis(None, axis=1)`,
      null
    ],
    [
      'that is spread out where it is read',
      'df = pd.read_csv("birds.csv").pivot(index="place", columns="kind", values="mass_g").rename_axis(None, axis=1).reset_index()',
      null
    ],
    [
      'that was read before it was spread out',
      `${READ}\ndf = b\ndf = pd.crosstab(df.place, df.kind).rename_axis(None, axis=1)`,
      null
    ],
    [
      'with a column for each value',
      'df = pd.get_dummies(pd.read_csv("birds.csv").kind)',
      null
    ],
    [
      'with a column for each value, by hand',
      `${READ}\ndf = b.copy()\nfor k in b.kind: df[k] = b.kind == k`,
      null
    ],
    [
      'with a column for each value, by place',
      `${READ}\ndf = b.copy()\nfor k in b.kind: df.loc[:, k] = 1`,
      null
    ],
    [
      'renamed by its values',
      `${READ}\ndf = b.rename(columns=dict(zip(b.columns, b.kind)))`,
      null
    ],
    [
      'with the labels of one that is spread out',
      `${READ}\nw = pd.get_dummies(b.kind)\ndf = b[["kind", "place"]].copy()\ndf.columns = w.columns.str.strip()`,
      null
    ],
    [
      'on its side',
      `${READ}\ndf = b.set_index("kind").T.rename_axis(None, axis=1)`,
      null
    ],
    [
      'whose first line is its header',
      `${READ}\ndf = b.copy()\ndf.columns = b.iloc[0].astype(str)`,
      null
    ],
    [
      'joined to one that is spread out',
      `${READ}\nw = pd.get_dummies(b.kind)\ndf = b.join(w)`,
      null
    ],
    [
      'of a function of the notebook',
      `def read_wide(): return pd.get_dummies(pd.read_csv("birds.csv").kind)\ndf = read_wide()`,
      null
    ],
    [
      'whose labels have units',
      `${READ}\ndf = b.copy()\ndf.columns = ["mass (g)", "é_1", "who"]`,
      ['mass (g)', 'é_1', 'who']
    ],
    [
      'whose labels have a name of their own',
      `${READ}\ndf = b.pivot(columns="kind", values="mass_g")`,
      null
    ],
    ['on its side, without a header', `${READ}\ndf = b.T`, null],
    ['of two levels', `${READ}\ndf = pd.concat({"x": b}, axis=1)`, null],
    [
      'whose labels are dates',
      `${READ}\ndf = b.copy(); df.columns = pd.to_datetime(["2024-01-02"] * 3)`,
      null
    ],
    [
      'whose labels are categories',
      `${READ}\ndf = b.copy(); df.columns = pd.CategoricalIndex(["x", "y", "z"], name="w")`,
      null
    ],
    [
      'with a column for a person, in the code',
      'df = pd.DataFrame({"day": [1], "Adelie Dream": [2]})',
      null
    ],
    [
      'with a name of many lines',
      `${READ}\ndf = b.rename(columns={"kind": "adelie\\ndream"})`,
      null
    ],
    ['that is a row', `${READ}\ndf = b.set_index("kind").loc["adelie"]`, null],
    [
      'made of rows',
      `${READ}\ndf = pd.DataFrame([dict(zip(b.kind, b.mass_g))])`,
      null
    ]
  ])(
    'labels of a table are sent by where the code takes them from: one %s',
    async (_, code, labels) => {
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
