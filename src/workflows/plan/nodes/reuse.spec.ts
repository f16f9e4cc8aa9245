import { planStep, type IPlanStep } from '../../../contract';
import { replacedParts, variedParts } from './reuse';

const step = (change: Partial<IPlanStep>): IPlanStep =>
  planStep.parse({ id: 's1', title: 'Load', ...change });

describe('what of a plan may be different the next time', () => {
  it('are files, names of columns and what stands in quotation marks', () => {
    expect(
      variedParts('Clean data/penguins.csv by “species”', [
        step({
          does: 'Read data/penguins.csv. Drop rows without body_mass_g.'
        }),
        step({ worked: 'There is a plot of `flipper` in e.g. 3.5 steps.' })
      ])
    ).toEqual(['data/penguins.csv', 'species', 'body_mass_g', 'flipper']);
  });

  it.each(['a'.repeat(500_000), 'a/'.repeat(200_000)])(
    'is nothing in one word without end',
    task => {
      expect(variedParts(task, [step({})])).toEqual([]);
    }
  );

  it('are never the tools', () => {
    expect(
      variedParts('Clean', [
        step({ does: 'Use read_file on a_b', tools: ['read_file'] })
      ])
    ).toEqual(['a_b']);
  });

  it('is replaced where it stands by itself, all at once', () => {
    expect(
      replacedParts('Join a.csv with b.csv; not aa.csv, not a.csvx', {
        'a.csv': 'b.csv',
        'b.csv': '$& (c).csv'
      })
    ).toBe('Join b.csv with $& (c).csv; not aa.csv, not a.csvx');
  });
});
