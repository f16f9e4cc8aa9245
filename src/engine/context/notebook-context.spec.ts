import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  FakeNotebook,
  type IFakeCell,
  type IFakeNotebookOptions
} from '../../testing/fake-notebook';
import { answeredBeforehand } from '../../testing/processes/answered-beforehand';
import { PythonProcess } from '../../testing/processes/python-process';
import { runOf } from '../stories/run-of';
import { hashText } from '../../contract';
import { WHOLE_BUDGET, notebookContext as contextOf } from './notebook-context';

const notebookContext = async (
  ...of: Parameters<typeof contextOf>
): Promise<string> => (await contextOf(...of)).text;

const factsIn = (options: IFakeNotebookOptions): Promise<string> =>
  notebookContext(runOf({ notebook: new FakeNotebook(options) }).run);

const many = (count: number): IFakeCell[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `cell-${index}`,
    source:
      index % 10 === 0
        ? `# Part ${index}`
        : `value_${index} = load_the_data_of_year(${index}, 'a rather long argument list')`,
    type: index % 10 === 0 ? 'markdown' : 'code'
  }));

const ENVIRONMENT = {
  python: '3.12.4',
  packages: { pandas: '2.2.1', numpy: '1.26.4', scipy: null },
  fresh: false
};

const printed = (
  variables: unknown[],
  environment: Partial<typeof ENVIRONMENT> = {}
): string =>
  `${JSON.stringify({ ...ENVIRONMENT, ...environment })}\n${JSON.stringify(variables)}`;

describe('what the first request knows', () => {
  it('is the whole notebook, the active cell, the kernel, its packages and the variables', async () => {
    const notebook = new FakeNotebook({
      activeCellId: 'b',
      cells: [
        { id: 'a', type: 'markdown', source: '# Penguins\nA study.' },
        { id: 'b', source: 'df = load()\ndf', executionCount: 3 },
        {
          id: 'c',
          source: "df['mass']",
          outputs: [
            {
              type: 'error',
              name: 'KeyError',
              message: "'mass'",
              traceback: []
            }
          ]
        }
      ],
      onInspect: () =>
        printed([
          ['df', 'DataFrame', [344, 8]],
          ['note', 'str', null]
        ])
    });
    const { text, seen } = await contextOf(runOf({ notebook }).run);
    expect(text).toBe(
      [
        'Kernel: Python 3 (ipykernel) (python), idle. Active cell: b.',
        'Python 3.12.4, pandas 2.2.1, numpy 1.26.4; no scipy.',
        'The whole notebook:',
        '--- a markdown',
        '# Penguins\nA study.',
        '--- b [3]',
        'df = load()\ndf',
        '--- c [ ] failed: KeyError',
        "df['mass']",
        'Variables: df DataFrame 344×8, note str.'
      ].join('\n')
    );
    expect(seen).toEqual({
      a: hashText('# Penguins\nA study.'),
      b: hashText('df = load()\ndf'),
      c: hashText("df['mass']")
    });
  });

  it('shows empty cells as such, which are thereby read', async () => {
    const notebook = new FakeNotebook({
      activeCellId: 'b',
      cells: ['a', 'b', 'c'].map((id, at) => ({
        id,
        source: at === 0 ? 'x = 1' : ' '
      })),
      onInspect: () => printed([])
    });
    const { text, seen } = await contextOf(runOf({ notebook }).run);
    expect(text).toContain('Active cell: b (empty).');
    expect(text).toContain('x = 1\n--- b [ ] empty\n--- c [ ] empty\n');
    expect(seen).toEqual({
      a: hashText('x = 1'),
      b: hashText(' '),
      c: hashText(' ')
    });
  });

  it.each([
    [
      7,
      'Nothing has run in this kernel yet; the counts in brackets and the outputs are older.'
    ],
    [null, 'Nothing has run in this kernel yet.']
  ])(
    'is that nothing has run in a fresh kernel, with the count %s',
    async (executionCount, words) => {
      const text = await factsIn({
        cells: [{ id: 'a', source: 'x = 1', executionCount }],
        onInspect: () => printed([], { fresh: true })
      });
      expect(text.split('\n')).toContain(words);
      expect(text).not.toContain('Variables');
    }
  );

  it('shows the cells that matter in a notebook that is too large: failed ones, the active one, and what they depend on', async () => {
    const cells = many(200);
    cells[20].source = 'rate = 7 # stale';
    cells[21].source = 'unused = 1';
    cells[25].source = 'def apply(df):\n    return df * rate';
    cells[77].source = 'apply(table)\nraise';
    cells[77].outputs = [
      { type: 'error', name: 'ValueError', message: '', traceback: [] }
    ];
    cells[154].source = 'active = 1\nsecond_line = 2';
    const notebook = new FakeNotebook({ cells, activeCellId: 'cell-154' });
    const { text, seen } = await contextOf(runOf({ notebook }).run);
    expect(text.length).toBeLessThan(WHOLE_BUDGET + 500);
    expect(text).toContain('second_line = 2');
    expect(text).toContain('apply(table)\nraise');
    expect(text).toContain('    return df * rate');
    expect(Object.keys(seen).sort()).toEqual([
      'cell-154',
      'cell-25',
      'cell-77'
    ]);
  });

  it.each([0, 5, 30, 400])(
    'is not much more than 8,000 characters, with %s cells and many variables',
    async count => {
      const text = await factsIn({
        cells: many(count),
        onInspect: () =>
          JSON.stringify(
            Array.from({ length: 30 }, (_, index) => [
              `a_variable_with_a_long_name_${index}`,
              'DataFrame',
              [100_000, 20]
            ])
          )
      });
      expect(text.length).toBeLessThanOrEqual(WHOLE_BUDGET + 2000);
      expect(text).toContain('Variables: a_variable');
    }
  );

  it('is of the cells around the active one, the last ones and headings in a notebook of 3,000', async () => {
    const text = await factsIn({
      cells: many(3000),
      activeCellId: 'cell-1503'
    });
    const named = [...text.matchAll(/^cell-(\d+) /gm)].map(([, at]) =>
      Number(at)
    );
    expect(named).toEqual(
      expect.arrayContaining([1501, 1502, 1503, 1504, 1505, 2998, 2999])
    );
    expect(named).toContain(0);
    // A line at the top that is not a heading does not help to find one's
    // place.
    expect(named.filter(at => at < 1501 && at % 10 !== 0)).toEqual([]);
    expect(text.length).toBeLessThanOrEqual(WHOLE_BUDGET + 500);
  });

  it('is filled with the cells nearest to the active one where there are no headings', async () => {
    const cells = many(400).map(cell => ({ ...cell, type: 'code' as const }));
    const text = await factsIn({ cells, activeCellId: 'cell-200' });
    expect(text).toContain('cell-203 ');
    expect(text).toContain('cell-197 ');
    expect(text).not.toContain('cell-1 ');
  });

  it('asks the kernel again only once something has run on it', async () => {
    let shown = 1;
    const notebook = new FakeNotebook({
      cells: [{ id: 'a', source: 'rows = 2' }],
      onInspect: () => JSON.stringify([['rows', 'ndarray', [shown]]])
    });
    const { run } = runOf({ notebook });
    const asked = (): number =>
      notebook.actions.filter(({ type }) => type === 'inspect').length;
    const { signal } = new AbortController();
    await notebookContext(run);
    expect(await notebookContext(run)).toContain('rows ndarray 1.');
    expect(asked()).toBe(1);

    shown = 2;
    await notebook.runCell('a', { signal });
    expect(await notebookContext(run)).toContain('rows ndarray 2.');
    await notebook.runScratch('rows = 3', { signal });
    expect(await notebookContext(run)).toContain('rows ndarray 2.');
    expect(asked()).toBe(3);
    notebook.restartAsPerson();
    await notebookContext(run);
    expect(asked()).toBe(4);
  });

  it.each<[string, Partial<IFakeNotebookOptions>, (of: FakeNotebook) => void]>([
    ['while something runs', { kernel: { status: 'busy' } }, () => undefined],
    [
      'where it is not known which process it is',
      { kernel: { epoch: '' } },
      () => undefined
    ],
    [
      'where something began before the kernel answered',
      {},
      notebook => notebook.setKernel({ activity: notebook.kernel.activity + 1 })
    ]
  ])('asks the kernel each time %s', async (_, options, meanwhile) => {
    const notebook: FakeNotebook = new FakeNotebook({
      ...options,
      onInspect: () => {
        meanwhile(notebook);
        return '[["rows", "list", [1]]]';
      }
    });
    const { run } = runOf({ notebook });
    for (let at = 0; at < 3; at++) {
      expect(await notebookContext(run)).toContain('rows list 1.');
    }
    expect(notebook.actions).toHaveLength(3);
  });

  it('waits 1.5 seconds for the variables, and says that they are not listed', async () => {
    jest.useFakeTimers();
    try {
      const context = factsIn({
        onInspect: () => new Promise(() => undefined)
      });
      await jest.advanceTimersByTimeAsync(1400);
      let isDone = false;
      void context.then(() => (isDone = true));
      await jest.advanceTimersByTimeAsync(50);
      expect(isDone).toBe(false);
      await jest.advanceTimersByTimeAsync(100);
      expect(await context).toContain(
        'Variables: not listed; the kernel did not answer in time.'
      );
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    [
      'is busy and has no subshells',
      { status: 'busy' as const },
      false,
      'Variables: not listed; the kernel is busy.'
    ],
    [
      'is starting',
      { status: 'starting' as const },
      true,
      'Variables: not listed; the kernel is starting.'
    ],
    ['is not there', { status: 'none' as const, displayName: '' }, true, null],
    [
      'speaks a language without an inspection',
      { language: 'lua' },
      true,
      null
    ],
    ['has none', {}, true, 'Variables: none.']
  ])(
    'says what is known of variables when the kernel %s',
    async (_, kernel, subshells, words) => {
      const notebook = new FakeNotebook({ kernel, subshells });
      const text = await notebookContext(runOf({ notebook }).run);
      expect(text).toContain('Kernel: ');
      expect(
        text.split('\n').find(line => line.startsWith('Variables')) ?? null
      ).toBe(words);
    }
  );

  it('tells the variables of an R kernel by the inspection there is for it', async () => {
    const text = await factsIn({
      kernel: { language: 'R' },
      onInspect: () =>
        JSON.stringify({
          variables: [
            {
              name: 'df',
              type: 'data.frame',
              shape: [344, 8],
              columns: [{ name: 'species', dtype: 'character' }]
            },
            { name: 'x', type: 'numeric', value: '5' }
          ],
          more: [],
          unknown: []
        })
    });
    expect(text).toContain(
      'Variables: df data.frame 344×8, x numeric.\nColumns of the tables in the kernel:\ndf: species'
    );
  });

  it('does without variables when the kernel prints something else', async () => {
    for (const printed of ['', 'oops', '{}', '[["df"]]', '[1]', 'null']) {
      const text = await factsIn({ onInspect: () => printed });
      expect(text).toContain('Variables: not listed');
    }
  });
});

describe('the inspection behind it, on Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-facts-'));
  let python: PythonProcess;

  beforeAll(() => {
    python = new PythonProcess(folder);
  });

  afterAll(() => {
    python.dispose();
    rmSync(folder, { recursive: true });
  });

  it('tells names, types and shapes, tables first, and never a value', async () => {
    await python.run(
      [
        'import pandas as pd, numpy as np',
        "secret = 'marker-value'",
        "words = ['marker-value'] * 3",
        'grid = np.zeros((4, 5))',
        "df = pd.DataFrame({'species': ['marker-value', 'b']})",
        "wide = pd.DataFrame({f'c{n}': [0] for n in range(90)})",
        // Attributes of its own that pretend to be columns.
        "row = pd.Series({'columns': 'marker-value', 'column_names': 'marker-value'})",
        'list = 5',
        'def function(): pass',
        'class Thing:',
        '    shape = property(lambda self: 1 / 0)',
        "    columns = ['marker-value']",
        'thing = Thing()',
        '_hidden = 1'
      ].join('\n')
    );
    const text = await answeredBeforehand(python, onInspect =>
      factsIn({ onInspect })
    );
    expect(text).toContain(
      'Variables: df DataFrame 2×1, wide DataFrame 1×90, secret str, words list 3, grid ndarray 4×5, row Series 2, list int, thing Thing.\nColumns of the tables in the kernel:\ndf: species\nwide: c0, c1,'
    );
    expect(text).toContain(', c59 and 30 more');
    expect(text).not.toContain('marker');
    expect(text).not.toContain('Nothing has run');
  });

  it.each([
    ['where they are missing', [], '; no scikit-learn, scipy.'],
    [
      'where pip has installed them',
      ['scikit_learn', 'scipy'],
      ', scikit-learn 1.9.1, scipy 1.9.1.'
    ]
  ])(
    'tells the versions of Python and the usual packages: %s',
    async (_, installed, end) => {
      // What pip leaves of a package, beside the code that is not imported.
      for (const name of installed) {
        const info = join(folder, `${name}-1.9.1.dist-info`);
        mkdirSync(info);
        writeFileSync(
          join(info, 'METADATA'),
          `Name: ${name}\nVersion: 1.9.1\n`
        );
      }
      const text = await answeredBeforehand(python, onInspect =>
        factsIn({ onInspect })
      );
      const [line] = /^Python .*$/m.exec(text) ?? [];
      expect(line).toMatch(
        /^Python 3\.\d+\.\d+, pandas \d[\w.]*, numpy \d[\w.]*, matplotlib \d[\w.]*[,;]/
      );
      expect(line?.endsWith(end)).toBe(true);
    }
  );

  it('tells the machine and the folder if the notebook is not there, as behind a gateway', async () => {
    const ask = () =>
      answeredBeforehand(python, onInspect => factsIn({ onInspect }));
    expect(await ask()).toMatch(
      /^The kernel runs on ".+" in ".*cellwright-facts-.*" and does not see/m
    );
    writeFileSync(join(folder, 'analysis.ipynb'), '{}');
    expect(await ask()).not.toContain('The kernel runs on');
  });

  it('tells that nothing has run yet', async () => {
    const other = new PythonProcess(folder);
    try {
      const text = await answeredBeforehand(other, onInspect =>
        factsIn({ onInspect })
      );
      expect(text).toContain('Nothing has run in this kernel yet.');
    } finally {
      other.dispose();
    }
  });
});
