import { ENGLISH } from '../../contract';
import { declinedTool, failureOf, isShown } from './steps';
import type { IStepCall, IStepWork } from './plan-state';

const call = (tool: string, more: Partial<IStepCall> = {}): IStepCall => ({
  tool,
  outcome: 'done',
  text: 'Fine',
  ms: 1,
  arguments: {},
  ...more
});
/** A call that ran cells. */
const ran = (tool: string, ...cells: string[]): IStepCall =>
  call(tool, { ran: cells, acted: true });
const broke = (tool: string, ...cells: string[]): IStepCall => ({
  ...ran(tool, ...cells),
  outcome: 'failed',
  text: 'Cell a failed\nValueError: no rows\nCorrect it with edit_cell.'
});
const refused = call('r_plot', { outcome: 'refused', text: 'No such tool' });
const rejected = call('jupyter_cell', { outcome: 'rejected' });
const failed = call('read_file', { outcome: 'failed', text: 'No such file' });
const work = (
  calls: IStepCall[],
  more: Partial<IStepWork> = {}
): IStepWork => ({
  calls,
  text: 'Done',
  cells: ['a', 'b'],
  ...more
});

describe('a step', () => {
  it.each<[string, IStepCall[], string | null, Partial<IStepWork>?]>([
    ['without calls', [], null],
    [
      'whose cell failed',
      [broke('jupyter_cell', 'a'), call('read_notebook')],
      'jupyter_cell failed: “ValueError: no rows”'
    ],
    [
      'whose failed cell was mended by another tool',
      [broke('jupyter_cell', 'a'), ran('edit_cell', 'a')],
      null
    ],
    [
      'whose cell works in the end, after others broke it',
      [
        ran('jupyter_cell', 'a'),
        broke('run_cells', 'a'),
        ran('run_cells', 'a')
      ],
      null
    ],
    [
      'whose mended cell broke again',
      [
        ran('edit_cell', 'a'),
        broke('run_cells', 'b', 'a'),
        ran('run_cells', 'b')
      ],
      'run_cells failed: “ValueError: no rows”'
    ],
    [
      'whose failed cell was deleted',
      [broke('jupyter_cell', 'a'), call('delete_cell')],
      null,
      { cells: [] }
    ],
    [
      'that printed what looks like an error',
      [call('jupyter_cell', { text: 'ValueError: 1\nKeyError: 3' })],
      null
    ],
    [
      'that read a log',
      [
        call('read_file', {
          text: '404 Not Found\nTraceback (most recent call last)'
        })
      ],
      null
    ],
    ['whose last call failed', [failed], 'read_file failed: “No such file”'],
    [
      'whose last call failed with a name in front',
      [{ ...failed, text: '  pandas.errors.ParserError: no\nx' }],
      'read_file failed: “pandas.errors.ParserError: no”'
    ],
    [
      'whose last call failed with empty lines, without end',
      [{ ...failed, text: '\n'.repeat(1_000_000) }],
      'read_file failed: “”'
    ],
    [
      'whose last call failed with one word, without end',
      [{ ...failed, text: 'a'.repeat(1_000_000) }],
      `read_file failed: “${'a'.repeat(200)}”`
    ],
    ['that did it in another way', [failed, call('list_files')], null],
    ['that was refused a call', [ran('jupyter_cell', 'a'), refused], null],
    ['whose call was rejected', [rejected], null],
    ['that met its criterion', [ran('jupyter_cell', 'a')], null, { met: true }],
    ['that did not', [ran('jupyter_cell', 'a')], 'Done', { met: false }],
    ['that ran out of requests', [], 'Too many.', { stopped: 'Too many.' }]
  ])('%s', (_, calls, reason, ...[more]) => {
    expect(failureOf({ worked: 'x' }, work(calls, more), ENGLISH)).toBe(reason);
  });

  it('without a criterion has none that is not met', () => {
    expect(
      failureOf({ worked: '' }, work([], { met: false }), ENGLISH)
    ).toBeNull();
  });

  it.each<[string, IStepCall[], string | undefined]>([
    ['is declined where all was rejected', [rejected], 'jupyter_cell'],
    ['although it read', [call('read_file'), rejected], 'jupyter_cell'],
    [
      'not where it did something',
      [rejected, ran('jupyter_cell', 'a')],
      undefined
    ],
    ['not where nothing was rejected', [refused], undefined]
  ])('%s', (_, calls, tool) => {
    expect(declinedTool(work(calls))).toBe(tool);
  });

  it.each<[string, Partial<IStepWork>, boolean]>([
    ['is shown by an output', { met: true, shownBy: 'rows:  344' }, true],
    ['is not by words of its own', { met: true, shownBy: '345 rows' }, false],
    ['is not without a line', { met: true }, false],
    ['is not where it says so', { met: false, shownBy: 'rows: 344' }, false]
  ])('%s', (_, more, shown) => {
    const calls = [call('jupyter_cell', { text: 'rows:\n344' })];
    expect(isShown(work(calls, more))).toBe(shown);
  });
});
