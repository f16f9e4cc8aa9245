import { tmpdir } from 'node:os';

import type { IToolResult } from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { PythonProcess } from '../../testing/processes/python-process';
import { inspectVariables } from './inspect-variables';
import { toolOn } from '../stories/tool-context';

const inspection = toolOn(inspectVariables);

describe('inspect_variables on a real Python', () => {
  let python: PythonProcess;
  let notebook: FakeNotebook;

  beforeAll(() => {
    python = new PythonProcess(tmpdir());
    notebook = new FakeNotebook({ onInspect: code => python.inspect(code) });
  });

  afterAll(() => python.dispose());

  async function inspect(
    source: string,
    names?: string[]
  ): Promise<IToolResult> {
    await python.run('%reset -f');
    const run = await python.run(source);
    expect(run.status).toBe('ok');
    return inspection.run({ names }, { notebook });
  }

  it('tells name, type and shape, and short values of plain types only', async () => {
    const { text, ok, summary } = await inspect(
      'n = 5\nwords = ["a", "b"]\nname = "Ada"\nimport sys\ndef f(): pass\n_hidden = 1'
    );
    expect(ok).toBe(true);
    expect(text.split('\n')).toEqual([
      'n: int = 5',
      'words: list (2)',
      "name: str (3) = 'Ada'"
    ]);
    expect(summary).toBe('Looked at 3 variables');
  });

  it('tells the columns of a data frame with dtype, missing, distinct and three samples', async () => {
    const { text } = await inspect(`import pandas as pd, numpy as np
df = pd.DataFrame({"kind of": ["a", "b", "a", None], "x": [1.5, np.nan, 2.5, 3.5]})`);
    expect(text.split('\n')).toEqual([
      'df: DataFrame 4 rows × 2 columns',
      `  "kind of": str, 1 missing, 2 distinct: 'a', 'b'`,
      '  "x": float64, 1 missing, 3 distinct: 1.5, 2.5, 3.5'
    ]);
  });

  it('copes with frames that are out of the ordinary', async () => {
    const { text, ok } = await inspect(`import pandas as pd
twice = pd.DataFrame([[1, 2]], columns=["a", "a"])
levels = pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "b")]))
lists = pd.DataFrame({"l": [[1], [2]]})
empty = pd.DataFrame()
wide = pd.DataFrame([range(100)])
when = pd.Series(pd.to_datetime(["2026-01-01"]), name="t")`);
    expect(ok).toBe(true);
    expect(text).toContain('twice: DataFrame 1 rows × 2 columns');
    expect(text).toContain('levels: DataFrame 1 rows × 1 columns');
    expect(text).toContain('  "l": object, 0 missing: <list>');
    expect(text).toContain('empty: DataFrame 0 rows × 0 columns');
    expect(text).toContain('… 40 more columns');
    expect(text).toContain('when: Series (1) datetime64');
    expect(text).not.toContain('could not be read');
  });

  it('tells shape and dtype of numpy’s arrays, and no value of them', async () => {
    const { text, ok } = await inspect(`import numpy as np
row = np.array([20260101, 2, 3], dtype="int32")
image = np.zeros((480, 640, 3), dtype=np.uint8)
big = np.lib.stride_tricks.as_strided(np.ones(1), (10**9, 10**3), (0, 0))
point = np.array(20260102.5)
none = np.empty((0, 4))
words = np.array(["Schmidt", "b"])
mixed = np.array([{"Schmidt": 1}, None], dtype=object)
record = np.array([("Schmidt", 1)], dtype=[("name", "U9"), ("n", "i8")])
masked = np.ma.masked_array([1.0, 2.0], mask=[True, False])
when = np.array(["2026-01-01"], dtype="datetime64[D]")`);
    expect(ok).toBe(true);
    expect(text.split('\n')).toEqual([
      'row: ndarray (3) int32',
      'image: ndarray (480, 640, 3) uint8',
      'big: ndarray (1000000000, 1000) float64',
      'point: ndarray () float64',
      'none: ndarray (0, 4) float64',
      'words: ndarray (2) <U7',
      'mixed: ndarray (2) object',
      "record: ndarray (1) [('name', '<U9'), ('n', '<i8')]",
      'masked: MaskedArray (2) float64',
      'when: ndarray (1) datetime64[D]'
    ]);
  });

  it('tells the value of scalars of numpy and pandas', async () => {
    const { text } = await inspect(`import numpy as np, pandas as pd
share = np.float64(0.234)
count = np.int64(5)
yes = np.bool_(True)
day = pd.Timestamp("2026-01-02")`);
    expect(text.split('\n')).toEqual([
      'share: float64 = 0.234',
      'count: int64 = 5',
      expect.stringMatching(/^yes: bool_? = True$/),
      'day: Timestamp = 2026-01-02 00:00:00'
    ]);
  });

  it('calls nothing of a class that is the person’s own', async () => {
    const { text } = await inspect(`calls = []
class Trap:
    def __repr__(self): calls.append("repr"); return "x"
    def __len__(self): calls.append("len"); return 1
    def __eq__(self, other): calls.append("eq"); return True
    def __ne__(self, other): calls.append("ne"); return True
    def __hash__(self): calls.append("hash"); return 1
    @property
    def shape(self): calls.append("shape"); return (1,)
    def __getattr__(self, name): calls.append(name); return 1
class Words(list):
    def __len__(self): calls.append("words"); return 9
trap = Trap()
words = Words()
import pandas as pd
df = pd.DataFrame({"traps": pd.Series([trap, None], dtype=object)})
calls.clear()`);
    expect(text).toContain('trap: Trap');
    expect(text).toContain('<Trap>');
    expect(text).toContain('calls: list (0)');
    expect((await python.run('calls')).outputs).toEqual([
      { type: 'data', result: true, data: { 'text/plain': '[]' } }
    ]);
  });

  it('reads names as names and never as code', async () => {
    const evil = ['"); open("/tmp/cellwright-evil", "w"); ("', 'n"\\', 'x\ny'];
    const { text } = await inspect('n = 1', ['n', ...evil]);
    expect(text.split('\n')[0]).toBe('n: int = 1');
    expect(text).toContain('Not defined:');
    const there = await python.run(
      'import os; os.path.exists("/tmp/cellwright-evil")'
    );
    expect(there.outputs).toMatchObject([{ data: { 'text/plain': 'False' } }]);
  });

  it('works when the person’s variables have the names of built-ins', async () => {
    const { text } = await inspect(
      'list = 1; print = 2; type = 3; json = 4; len = 5; exec = 6; globals = 7'
    );
    expect(text).toContain('globals: int = 7');
    await python.run('del list, print, type, json, len, exec, globals');
  });

  it('leaves nothing behind', async () => {
    await inspect('n = 1');
    const { outputs } = await python.run(
      '[k for k in globals() if not k.startswith("_") and k not in ("In", "Out", "get_ipython", "exit", "quit", "open")]'
    );
    expect(outputs).toMatchObject([{ data: { 'text/plain': "['n']" } }]);
  });

  it('is bounded, whatever the namespace holds', async () => {
    const { text } =
      await inspect(`for i in range(300): globals()[f"variable_{i}"] = "x" * 100_000
huge = 10 ** 10_000
loop = []; loop.append(loop)`);
    expect(text.length).toBeLessThan(8000);
    expect(text).toMatch(/… 26\d more: /);
  });
});

describe('inspect_variables', () => {
  it('says what to do where the kernel speaks another language', async () => {
    const notebook = new FakeNotebook({
      kernel: { language: 'javascript', displayName: 'Deno' }
    });
    const result = await inspection.run({}, { notebook });
    expect(result).toMatchObject({
      ok: false,
      text: 'Reading variables works for Python and R kernels; this one is Deno. Run a cell that prints them instead.'
    });
    expect(notebook.actions).toEqual([]);
  });

  it('says that the kernel is busy, and what to do, where it cannot look beside', async () => {
    const notebook = new FakeNotebook({
      kernel: { status: 'busy' },
      subshells: false
    });
    const result = await inspection.run({}, { notebook });
    expect(result.ok).toBe(false);
    expect(result.text).toMatch(
      /The kernel of analysis\.ipynb is busy\..*needs no kernel/
    );
  });

  it('looks while a cell runs, where the kernel can, and says so when nothing is defined', async () => {
    const notebook = new FakeNotebook({
      kernel: { status: 'busy' },
      onInspect: () => '{"variables": [], "more": [], "unknown": []}'
    });
    expect(await inspection.run({}, { notebook })).toMatchObject({
      ok: true,
      text: 'No variables are defined yet.'
    });
  });

  it('passes names to R as character codes', async () => {
    const notebook = new FakeNotebook({ kernel: { language: 'R' } });
    const names = ['a"); system("ls', 'b$(1)'];
    await inspection.run({ names }, { notebook });
    const [action] = notebook.actions;
    const code = action.type === 'inspect' ? action.code : '';
    // Names are passed as character codes, so they can never be read as code.
    expect(code).not.toContain('system(');
    expect(code).not.toContain('(1)");');
    expect(code).toContain(`${'a'.codePointAt(0)}`);
  });

  it('says what came instead when the kernel does not answer', async () => {
    const notebook = new FakeNotebook({ onInspect: () => 'Segfault' });
    const result = await inspection.run({}, { notebook });
    expect(result.ok).toBe(false);
    expect(result.text).toContain('Segfault');
  });

  it('is a result and no error when the person stops it', async () => {
    const controller = new AbortController();
    const notebook = new FakeNotebook({
      onInspect: () => {
        controller.abort();
        throw controller.signal.reason;
      }
    });
    const result = await inspection.run(
      {},
      { notebook, signal: controller.signal }
    );
    expect(result).toMatchObject({ ok: false, stopped: true });
  });
});
