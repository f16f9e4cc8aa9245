import type { ICodeCellModel } from '@jupyterlab/cells';
import { NotebookActions } from '@jupyterlab/notebook';

import { hashText } from '../../contract/text/hash';
import { OpenNotebook } from '../stories/open-notebook';

describe('what a page heard of runs', () => {
  let open: OpenNotebook;

  beforeEach(() => {
    open = new OpenNotebook(['a = 1', 'b = 2']);
    open.session.answer();
  });

  afterEach(() => open.notebook.dispose());

  /** As in any manual run: JupyterLab emits it, whoever sends the cell. */
  const run = async (index: number, count: number): Promise<void> => {
    const running = NotebookActions.runCells(
      open.notebook,
      [open.notebook.widgets[index]],
      open.session.asContext()
    );
    const { model } = open.notebook.widgets[index];
    (model as ICodeCellModel).executionCount = count;
    open.session.finish();
    await running;
  };

  it('is what ran, when, and on which process of the kernel', async () => {
    const [first, second] = open.ids;
    expect(open.bound.runOf(first)).toBeNull();
    const before = new Date().toISOString();
    await run(0, 1);
    const { at, ...rest } = open.bound.runOf(first)!;
    expect(rest).toEqual({
      hash: hashText('a = 1'),
      kernel: 'kernel-1:process-1'
    });
    expect(at! >= before).toBe(true);
    expect(open.bound.runOf(second)).toBeNull();
  });

  it('is the source as it ran, when the cell is changed after', async () => {
    const [first] = open.ids;
    await run(0, 1);
    await open.bound.setSource(first, 'a = 3');
    expect(open.bound.runOf(first)?.hash).toBe(hashText('a = 1'));
    await run(0, 2);
    expect(open.bound.runOf(first)?.hash).toBe(hashText('a = 3'));
    expect(open.bound.ranCode).toEqual(['a = 1', 'a = 3']);
  });

  it('is nothing of what another page ran since', async () => {
    const [first] = open.ids;
    await run(0, 1);
    (open.notebook.widgets[0].model as ICodeCellModel).executionCount = 7;
    expect(open.bound.runOf(first)).toBeNull();
  });
});
