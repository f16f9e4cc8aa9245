import { tmpdir } from 'node:os';

import { FakeNotebook } from '../../testing/fake-notebook';
import { PythonProcess } from '../../testing/processes/python-process';
import { jupyterCell } from '../cells/jupyter-cell';
import { toolOn } from './tool-context';

describe('a cell on a real Python', () => {
  let python: PythonProcess;

  beforeAll(() => {
    python = new PythonProcess(tmpdir());
  });

  afterAll(() => python.dispose());

  function run(code: string) {
    const notebook = new FakeNotebook({ onRun: source => python.run(source) });
    return toolOn(jupyterCell).run({ code }, { notebook });
  }

  it('gives a data frame as plain text, never as HTML', async () => {
    const { text, ok } = await run(
      'import pandas as pd\npd.DataFrame({"a": [1, 2]})'
    );
    expect(ok).toBe(true);
    expect(text).toMatch(
      /^Cell cell-1 ran in [\d.]+ s as \[\d+\]\. It is cell 1 of 1\.\n/
    );
    expect(text).toContain('   a\n0  1\n1  2');
    expect(text).not.toContain('<');
  });

  it('gives a plot as one image with its size', async () => {
    const { text, images } = await run(
      'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()'
    );
    expect(images).toHaveLength(1);
    expect(text).toMatch(/\[image 1: PNG \d+×\d+\]/);
    expect(text).not.toContain('Figure size');
  });

  it('gives of an error its name, its message and the cell’s own lines', async () => {
    const { text, ok, summary } = await run(`import pandas as pd
df = pd.DataFrame({"a": [1]})
df["bill_len"]
print("later")`);
    expect(ok).toBe(false);
    expect(summary).toBe("Cell ⟦cell-1:3⟧ failed: “KeyError: 'bill_len'”");
    const lines = text.split('\n');
    expect(lines[1]).toBe("KeyError: 'bill_len'");
    expect(text).toContain('df["bill_len"]');
    expect(text).toMatch(/----> 3 df\["bill_len"\]/);
    expect(lines.length).toBeLessThan(14);
    expect(text).toContain('edit_cell');
  });

  it('shows where a syntax error is', async () => {
    const { text } = await run('x = = 2');
    expect(text).toContain('SyntaxError');
    expect(text).toContain('x = = 2');
    expect(text).toContain('^');
  });
});
