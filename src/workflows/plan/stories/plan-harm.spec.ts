import { jsonInText } from '../ask-structured';
import { readsAsFailure } from '../steps';
import { linkedCells } from '../numbers';
import { variedParts } from '../nodes/reuse';
import { planStep } from '../../../contract';
import { PlanBench } from './plan-bench';

/**
 * Nothing that a server, a model or a file says can block a plan for good or
 * stop the page.
 */

describe('a tool whose arguments say what nobody here reads', () => {
  it('is edited on the card of its step all the same', async () => {
    jest.spyOn(console, 'debug').mockImplementation(() => undefined);
    const bench = new PlanBench();
    bench.settings.approvals.step = true;
    bench.tools = [
      {
        name: 'tickets__create',
        version: '1',
        schema: {
          type: 'object',
          properties: { title: { type: 'string' }, day: { type: 'string' } },
          required: ['title'],
          if: { required: ['day'] },
          then: { required: ['hour'] },
          not: { required: ['x'] }
        }
      }
    ];
    const [pause] = await bench.start();
    const [step] = await bench.accept(pause);
    expect(step.value.kind).toBe('step');
    const used: unknown[] = [];
    bench.work = ({ tools }) => {
      used.push(...tools);
      return {};
    };
    await bench.answer(step, {
      action: 'edit',
      arguments: { tickets__create: { title: 'A penguin is ill' } }
    });
    expect(used).toMatchObject([
      { arguments: { title: 'A penguin is ill' }, missing: [] }
    ]);
    jest.restoreAllMocks();
  });
});

describe('what is looked through', () => {
  it('ends for a model that opens brackets alone', () => {
    expect(jsonInText('{'.repeat(2_000_000))).toEqual([]);
    expect(jsonInText('{"a":'.repeat(300_000))).toEqual([]);
    expect(jsonInText(`{ no } ${'x'.repeat(1000)} {"a": 1}`)).toEqual([
      { a: 1 }
    ]);
  });

  it('ends for results of empty lines, and of one long word', () => {
    for (const text of ['\n'.repeat(1_000_000), 'a'.repeat(1_000_000)]) {
      expect(readsAsFailure(text)).toBe(false);
    }
    expect(readsAsFailure('x\n  pandas.errors.ParserError: no')).toBe(true);
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
