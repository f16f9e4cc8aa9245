import { tmpdir } from 'os';

import { WorkspaceError } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { PythonProcess } from '../../testing/processes/python-process';
import { findMentions, findVariables } from './find-mentions';
import { VariableNames } from './variable-names';

const NAMES = '[["penguins","DataFrame",[344,8]],["load","function",null]]';

const notebook = (onInspect?: (code: string) => string | Promise<string>) =>
  new FakeNotebook({
    path: 'work/a.ipynb',
    cells: [
      { id: 'a', source: 'import pandas', executionCount: 1 },
      { id: 'b', source: '\n\npenguins = load()\nmore', executionCount: 2 },
      { id: 'e', source: '  ' }
    ],
    onInspect: onInspect ?? (() => NAMES)
  });

const files = () =>
  new FakeFiles({
    'work/a.ipynb': '{}',
    'work/penguins.csv': 'x'.repeat(13_400),
    'work/sub/load.py': '',
    'work/.git/config': '',
    'top.txt': ''
  });

const asked = (
  query: string,
  facts: Partial<Parameters<typeof findMentions>[0]> = {}
) => {
  const own = facts.notebook ?? notebook();
  return findMentions({
    query,
    notebook: own,
    cellLabel: id => (id === 'a' ? '[1]' : '[2]'),
    files: files(),
    variables: new VariableNames(),
    ...facts
  });
};

describe('what “@” completes', () => {
  it('is cells, variables and files that hold the query, best first', async () => {
    expect(await asked('peng')).toEqual([
      {
        attachment: { kind: 'variable', name: 'penguins' },
        label: 'penguins: DataFrame',
        detail: '344 × 8'
      },
      {
        attachment: { kind: 'file', path: 'work/penguins.csv' },
        label: 'penguins.csv',
        detail: '13.4 KB'
      },
      {
        attachment: { kind: 'cell', cellId: 'b', notebook: 'work/a.ipynb' },
        label: '[2] penguins = load()',
        detail: ''
      }
    ]);
    const sorted = (await asked('LOAD')).map(({ label }) => label);
    expect(sorted).toEqual([
      'load: function',
      '[2] penguins = load()',
      'sub/load.py'
    ]);
  });

  it('finds a cell by its label', async () => {
    const [first] = await asked('[2');
    expect(first.attachment).toMatchObject({ kind: 'cell', cellId: 'b' });
  });

  it('without a query shows some of each, and no empty cell', async () => {
    const all = await asked('');
    expect(new Set(all.map(({ attachment }) => attachment.kind))).toEqual(
      new Set(['cell', 'variable', 'file'])
    );
    expect(all.map(({ label }) => label)).not.toContain('a.ipynb');
    expect(JSON.stringify(all)).not.toContain('.git');
    expect(JSON.stringify(all)).not.toContain('"cellId":"e"');
  });

  it('looks into the folder that is being typed', async () => {
    expect((await asked('sub/l')).map(({ label }) => label)).toEqual([
      'sub/load.py'
    ]);
    expect(await asked('../t')).toEqual([]);
  });

  it('gives twenty at most', async () => {
    const many = new FakeFiles(
      Object.fromEntries(
        Array.from({ length: 100 }, (_, i) => [`work/f${i}.csv`, ''])
      )
    );
    expect(await asked('f', { files: many })).toHaveLength(20);
  });

  it('does not wait for a slow kernel, nor ask a busy one', async () => {
    const slow = notebook(() => new Promise<string>(() => undefined));
    const found = await asked('peng', { notebook: slow });
    expect(found.map(({ attachment }) => attachment.kind)).toEqual([
      'file',
      'cell'
    ]);
    const busy = notebook();
    busy.setKernel({ status: 'busy' });
    await asked('p', { notebook: busy });
    expect(busy.actions).toEqual([]);
  });

  it('gives the variables alone, of a kernel that is slow or busy', async () => {
    const own = notebook(
      () => new Promise(resolve => setTimeout(resolve, 1_000, NAMES))
    );
    own.setKernel({ status: 'busy' });
    setTimeout(() => own.setKernel({ status: 'idle' }), 600);
    const variables = new VariableNames();
    const early = await asked('peng', { notebook: own, variables });
    expect(early.map(({ attachment }) => attachment.kind)).toEqual([
      'file',
      'cell'
    ]);
    const late = await findVariables({
      query: 'peng',
      notebook: own,
      variables
    });
    expect(late.map(({ label }) => label)).toEqual(['penguins: DataFrame']);
  });

  it('does without what can’t be read', async () => {
    const closed = notebook(() => {
      throw new WorkspaceError('kernel-busy', 'busy');
    });
    const none = files();
    none.list = () => Promise.reject(new WorkspaceError('failed', 'no'));
    const found = await asked('peng', { notebook: closed, files: none });
    expect(found.map(({ attachment }) => attachment.kind)).toEqual(['cell']);
  });
});

it('names of variables come from a real Python, with shapes, and leave nothing behind', async () => {
  const python = new PythonProcess(tmpdir());
  try {
    await python.run(
      [
        'import pandas as pd, numpy as np',
        'df = pd.DataFrame({"a": [1, 2]})',
        'grid = np.zeros((2, 3))',
        'class Lazy:',
        '    @property',
        '    def shape(self): raise RuntimeError("computed")',
        'lazy = Lazy()',
        '_private = 1'
      ].join('\n')
    );
    const own = notebook(code => python.inspect(code));
    const names = await new VariableNames().of(own, 10_000);
    expect(names).toEqual([
      { name: 'df', type: 'DataFrame', shape: [2, 1] },
      { name: 'grid', type: 'ndarray', shape: [2, 3] },
      { name: 'Lazy', type: 'type', shape: null },
      { name: 'lazy', type: 'Lazy', shape: null }
    ]);
    const left = await python.run('sorted(globals())');
    expect(JSON.stringify(left.outputs)).not.toContain('_cellwright');
  } finally {
    python.dispose();
  }
});
