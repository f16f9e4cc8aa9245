import { hashText } from '../../contract';
import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { readNotebook } from './read-notebook';
import { type toolContext, toolOn } from '../stories/tool-context';

const notebook = new FakeNotebook({
  cells: [
    { id: 't', type: 'markdown', source: '# Penguins' },
    { id: 'a', source: 'import pandas as pd\ndf = 1', executionCount: 3 },
    {
      id: 'e',
      source: 'boom()',
      executionCount: 4,
      outputs: [
        {
          type: 'error',
          name: 'NameError',
          message: "name 'boom'",
          traceback: []
        }
      ]
    },
    {
      id: 'p',
      source: 'plot()',
      outputs: [
        { type: 'data', result: false, data: { 'image/png': ONE_PIXEL_PNG } }
      ]
    }
  ]
});

const read = (
  args: Parameters<typeof readNotebook.run>[0] = {},
  facts: Parameters<typeof toolContext>[0] = {}
) => toolOn(readNotebook).run(args, { notebook, ...facts });

describe('read_notebook', () => {
  it('outlines each cell on one line', async () => {
    const result = await read();
    expect(result.text.split('\n')).toEqual([
      'analysis.ipynb: 4 cells. Kernel: Python 3 (ipykernel), idle.',
      't markdown # Penguins',
      'a code [3] import pandas as pd (2 lines)',
      'e code [4] boom() error: NameError',
      'p code plot()'
    ]);
    expect(result.summary).toBe('Read the notebook: 4 cells');
  });

  it('counts a cell as seen only when its whole source was shown', async () => {
    const { seen } = await read();
    expect(seen).toEqual({
      t: hashText('# Penguins'),
      e: hashText('boom()'),
      p: hashText('plot()')
    });
  });

  it('gives the full source of the cells asked for, and outputs on request', async () => {
    const without = await read({ cells: ['a', 'e'] });
    expect(without.text).toContain('import pandas as pd\ndf = 1');
    expect(without.text).not.toContain("name 'boom'");
    expect(without.summary).toBe('Read 2 cells');
    expect(Object.keys(without.seen ?? {})).toEqual(['a', 'e']);
    const withOutputs = await read({ cells: ['e', 'p'], outputs: true });
    expect(withOutputs.text).toContain("NameError: name 'boom'");
    expect(withOutputs.text).toContain('[image 1: PNG 1×1]');
    expect(withOutputs.images).toHaveLength(1);
  });

  it('says which cells there are not', async () => {
    const some = await read({ cells: ['a', 'z'] });
    expect(some.ok).toBe(true);
    expect(some.text).toContain('There is no cell z. Call read_notebook');
    const none = await read({ cells: ['z'] });
    expect(none.ok).toBe(false);
  });

  it('does not count a source as seen that was cut', async () => {
    const long = new FakeNotebook({
      cells: [{ id: 'l', source: 'x = 1\n'.repeat(10_000) }]
    });
    const result = await read({ cells: ['l'] }, { notebook: long });
    expect(result.text.length).toBeLessThan(13_000);
    expect(result.text).toContain('left out');
    expect(result.seen).toEqual({});
  });

  it('stays bounded for hundreds of cells, and says how to read the rest', async () => {
    const many = new FakeNotebook({
      cells: Array.from({ length: 800 }, (_, i) => ({
        id: `a-quite-long-cell-id-${i}`,
        source: `value_${i} = ${'compute '.repeat(20)}`
      }))
    });
    const { text } = await read({}, { notebook: many });
    expect(text.length).toBeLessThan(9000);
    expect(text).toMatch(
      /… \d+ cells left out; read them with cells=\[ids\]: a-quite/
    );
    expect(text).toContain('a-quite-long-cell-id-0 code');
    expect(text).toContain('a-quite-long-cell-id-799 code');
  });

  it('outlines thousands of cells by headings, what is around the active one and the last ones, and looks at no line twice', async () => {
    const cells = Array.from({ length: 3000 }, (_, i) => ({
      id: `${i}`.padStart(36, 'f'),
      ...(i % 300 === 20
        ? { type: 'markdown' as const, source: `# Part ${i}` }
        : { source: `value_${i} = 1` })
    }));
    const large = new FakeNotebook({ cells, activeCellId: cells[1500].id });
    const { text, seen = {} } = await read({}, { notebook: large });
    expect(text.length).toBeLessThan(9000);
    for (const part of [20, 320, 2720]) {
      expect(text).toContain(`# Part ${part}`);
    }
    for (const near of [1495, 1500, 1505, 2985, 2999]) {
      expect(text).toContain(`value_${near} =`);
    }
    // Cells without a line in the outline do not count as seen.
    expect(text).not.toContain('value_36 =');
    expect(seen).not.toHaveProperty(cells[36].id);
    expect(Object.keys(seen).length).toBeLessThan(120);
  });

  it('reads all cells whole, and cuts no short output because there are many', async () => {
    const info = Array.from(
      { length: 25 },
      (_, i) => `${i}  column_${i}  float64`
    );
    const many = new FakeNotebook({
      cells: Array.from({ length: 30 }, (_, i) => ({
        id: `c${i}`,
        source: `step_${i}()\nmore()`,
        outputs: i === 7 ? printed(info.join('\n')).outputs : []
      }))
    });
    const { text, seen = {} } = await read(
      { cells: ['all'], outputs: true },
      { notebook: many }
    );
    expect(text).toContain(info.join('\n'));
    expect(text).toContain('step_29()\nmore()');
    expect(Object.keys(seen)).toHaveLength(30);
  });

  it('keeps outputs back where no value may be told', async () => {
    const withOutput = new FakeNotebook({
      cells: [
        {
          id: 'a',
          source: 'df.head()',
          outputs: [{ type: 'stream', name: 'stdout', text: 'secret 42' }]
        }
      ]
    });
    const result = await read(
      { cells: ['a'], outputs: true },
      { notebook: withOutput, values: false }
    );
    expect(result.text).toContain('df.head()');
    expect(result.text).toContain('Outputs are withheld');
    expect(result.text).not.toContain('secret');
    expect(result.images).toBeUndefined();
  });

  it('is a result when the notebook is closed', async () => {
    const closed = new FakeNotebook();
    closed.close();
    const result = await read({}, { notebook: closed });
    expect(result.ok).toBe(false);
    expect(result.text).toContain('Stop here and tell the person.');
  });
});
