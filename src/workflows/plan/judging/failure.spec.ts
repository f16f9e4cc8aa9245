import { ENGLISH } from '../../../contract';
import { readCorpus } from '../../../testing/corpus/read-corpus';
import { type IStepCall, failureOf } from '../steps';

const call = (text: string, more: Partial<IStepCall> = {}): IStepCall => ({
  tool: 'run_cells',
  isError: false,
  text,
  ms: 1,
  arguments: {},
  ...more
});
const why = (calls: IStepCall[], text = 'Done', promises = false) =>
  failureOf({ calls, text, cells: [] }, promises, ENGLISH);

describe('a step failed', () => {
  it.each(
    readCorpus<{ name: string; text: string; fails: boolean }>('step-results')
  )('or not: $name', ({ text, fails }) => {
    expect(why([call(text)]) !== null).toBe(fails);
  });

  it('and says the line that names the error, whatever stands behind it', () => {
    expect(
      why([
        call(
          'Cell bd9b failed\nValueError: no rows\nCorrect it with edit_cell.',
          { isError: true }
        )
      ])
    ).toBe('run_cells failed: “ValueError: no rows”');
  });

  it('where a call says so, unless the same tool did it well later', () => {
    const failed = call('No such file', { isError: true });
    expect(why([failed])).toBe('run_cells failed: “No such file”');
    expect(why([failed, call('Fine')])).toBeNull();
    expect(why([failed, call('Fine', { tool: 'other' })])).not.toBeNull();
  });

  it('where nothing came and something was promised', () => {
    expect(why([call(' ')], '', true)).toBe('It gave no result.');
    expect(why([call(' ')], '', false)).toBeNull();
    expect(why([call('5 rows')], '', true)).toBeNull();
  });
});
