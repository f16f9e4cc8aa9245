import { ENGLISH, planStep } from '../../../contract';
import { jsonInText } from '../ask-structured';
import { variedParts } from '../nodes/reuse';
import { linkedCells } from '../numbers';
import { failureOf } from '../steps';

/**
 * Nothing that a server, a model or a file says can block a plan for good or
 * stop the page.
 */

describe('what is looked through', () => {
  it('ends for a model that opens brackets alone', () => {
    expect(jsonInText('{'.repeat(2_000_000))).toEqual([]);
    expect(jsonInText('{"a":'.repeat(300_000))).toEqual([]);
    expect(jsonInText(`{ no } ${'x'.repeat(1000)} {"a": 1}`)).toEqual([
      { a: 1 }
    ]);
  });

  it('ends for results of empty lines, and of one long word', () => {
    const failed = (text: string) =>
      failureOf(
        { worked: '' },
        {
          calls: [{ tool: 't', outcome: 'failed', text, ms: 1, arguments: {} }],
          cells: [],
          text: ''
        },
        ENGLISH
      );
    expect(failed('\n'.repeat(1_000_000))).toBe('t failed: “”');
    expect(failed('a'.repeat(1_000_000))).toHaveLength(212);
    expect(failed('  pandas.errors.ParserError: no\nx')).toBe(
      't failed: “pandas.errors.ParserError: no”'
    );
  });

  it('ends for reports of numbers, and for tasks of one long word', () => {
    const numbers = '1,1.'.repeat(200_000);
    expect(linkedCells(numbers, [], 'a.ipynb')).toBe(numbers);
    const step = planStep.parse({ id: 's1', title: 'Load' });
    expect(variedParts('a'.repeat(500_000), [step])).toEqual([]);
    expect(variedParts('a/'.repeat(200_000), [step])).toEqual([]);
    expect(
      variedParts('Load data/penguins.csv by body_mass_g', [step])
    ).toEqual(['data/penguins.csv', 'body_mass_g']);
  });
});
