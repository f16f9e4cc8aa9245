import { tmpdir } from 'node:os';

import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { PythonProcess } from '../../testing/processes/python-process';
import { checkResource, type IMemory } from './check-resource';
import { toolContext, toolOn } from '../stories/tool-context';

const resource = toolOn(checkResource);

const files = new FakeFiles({
  'work/small.csv': 'a\n1\n',
  'work/big.csv': { size: 3_000_000_000 }
});

function memory(facts: Partial<IMemory> = {}): string {
  return JSON.stringify({
    frames: [],
    more: [],
    unknown: [],
    kernel: 200_000_000,
    free: 4_000_000_000,
    ...facts
  });
}

describe('check_resource on a real Python', () => {
  let python: PythonProcess;
  let notebook: FakeNotebook;

  beforeAll(() => {
    python = new PythonProcess(tmpdir());
    notebook = new FakeNotebook({ onInspect: code => python.inspect(code) });
  });

  afterAll(() => python.dispose());

  async function measure(source: string, dataframes?: string[]) {
    await python.run('%reset -f');
    expect((await python.run(source)).status).toBe('ok');
    return resource.run({ dataframes }, { notebook });
  }

  it('measures frames deep, the kernel and the free memory', async () => {
    const { text, ok } = await measure(`import pandas as pd, numpy as np
numbers = pd.DataFrame({"x": np.zeros(1000)})
words = pd.DataFrame({"w": pd.Series(["x" * 1000] * 1000, dtype=object)})
array = np.zeros(500)
n = 5`);
    expect(ok).toBe(true);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^words: DataFrame, 1\.1 MB$/);
    expect(lines.slice(1, 3)).toEqual([
      'numbers: DataFrame, 8.0 KB',
      'array: ndarray, 4.0 KB'
    ]);
    expect(lines[3]).toMatch(
      /^Kernel: \d+\.\d MB in use\. Free on its machine: \d+\.\d [MG]B\.$/
    );
    expect(text).not.toContain('n:');
  });

  it('samples long columns: close to the truth, and fast', async () => {
    const { text } = await measure(
      `import pandas as pd
long = pd.DataFrame({"w": pd.Series(["x" * 51] * 2_000_000, dtype=object)})
kinds = pd.DataFrame({"k": pd.Series(["a", "b"] * 500_000, dtype="category")})
real = int(long.memory_usage(deep=True).sum())`,
      ['long', 'kinds']
    );
    expect(text).toMatch(/^long: DataFrame, about 2(1[6-9]|2[0-4])\.\d MB\n/);
    expect(text).toContain('kinds: DataFrame, 1.0 MB');
  });

  it('calls nothing of a class that is the person’s own', async () => {
    await measure(
      `import pandas as pd
calls = []
class Trap:
    def __sizeof__(self): calls.append("size"); return 1
class Mine(pd.DataFrame):
    @property
    def shape(self): calls.append("shape"); return (1, 1)
df = pd.DataFrame({"t": pd.Series([Trap()], dtype=object)})
mine = Mine({"a": [1]})
calls.clear()`,
      ['df', 'mine']
    );
    expect((await python.run('calls')).outputs).toMatchObject([
      { data: { 'text/plain': '[]' } }
    ]);
  });

  it('names what is not defined, and leaves nothing behind', async () => {
    const { text } = await measure('n = 1', ['df', 'n']);
    expect(text).toContain('Not defined: df.');
    expect(text).toContain('n: int, no table or array');
    const left = await python.run(
      '[k for k in globals() if not k.startswith("_") and k not in ("In", "Out", "get_ipython", "exit", "quit", "open")]'
    );
    expect(left.outputs).toMatchObject([{ data: { 'text/plain': "['n']" } }]);
  });
});

describe('check_resource', () => {
  it('tells sizes of files, and when they will not fit', async () => {
    const notebook = new FakeNotebook({ onInspect: () => memory() });
    const context = toolContext({ files, notebook });
    const { text } = await checkResource.run(
      { files: ['work/small.csv', 'work/big.csv', 'work'] },
      context
    );
    expect(text.split('\n').slice(0, 3)).toEqual([
      'work/small.csv: 4 B',
      'work/big.csv: 3.0 GB',
      'work: a folder'
    ]);
    expect(text).toContain('which may not fit. Read the columns and rows');
    const small = await checkResource.run(
      { files: ['work/small.csv'] },
      context
    );
    expect(small.text).not.toContain('may not fit');
  });

  it('names the next step for a file that is not there or outside', async () => {
    const notebook = new FakeNotebook({ onInspect: () => memory() });
    const result = await resource.run(
      { files: ['nowhere.csv', '../etc/passwd'] },
      { files, notebook }
    );
    expect(result.ok).toBe(false);
    expect(result.text).toContain('nowhere.csv: There is no nowhere.csv.');
    expect(result.text).toContain(
      '../etc/passwd: “../etc/passwd” is outside the folder'
    );
    expect(files.calls).not.toContain('stat ../etc/passwd');
  });

  it('tells the files alone without a kernel, and for other languages what to run', async () => {
    const args = { files: ['work/small.csv'] };
    const none = new FakeNotebook({ kernel: { status: 'none' } });
    const { text } = await resource.run(args, {
      files,
      notebook: none
    });
    expect(text).toMatch(/^work\/small\.csv: 4 B\nNo kernel is running/);
    const r = new FakeNotebook({ kernel: { language: 'R', displayName: 'R' } });
    expect((await resource.run(args, { files, notebook: r })).text).toContain(
      'Memory can be read from Python kernels; this one is R. Run object.size(x)'
    );
  });

  it('says so when the kernel is busy', async () => {
    const notebook = new FakeNotebook({
      kernel: { status: 'busy' },
      subshells: false
    });
    const { text } = await resource.run(
      { files: ['work/small.csv'] },
      { files, notebook }
    );
    expect(text).toMatch(/^work\/small\.csv: 4 B\n.*is busy/);
    expect(text).toContain('again once the cell is done');
  });

  it('says what is not known', async () => {
    const notebook = new FakeNotebook({
      onInspect: () => memory({ kernel: null, free: null })
    });
    const { text } = await resource.run({}, { notebook });
    expect(text).toBe(
      'Kernel: not known in use. Free on its machine: not known.'
    );
  });
});
