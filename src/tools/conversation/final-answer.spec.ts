import { finalAnswer } from './final-answer';
import { toolOn } from '../stories/tool-context';

/** What the person is shown for the arguments a model wrote. */
async function shown(args: Record<string, unknown>) {
  const parsed = finalAnswer.schema.parse(finalAnswer.tidy?.(args) ?? args);
  return (await toolOn(finalAnswer).run(parsed)).final;
}

const INNER = {
  summary: 'Adelie are lighter.',
  next_items: ['Plot it', { label: 'Fit a line' }, { title: 'Save' }, {}, ' ']
};
const ITEMS = ['Plot it', 'Fit a line', 'Save'];

describe('the final answer', () => {
  it('is shown as the schema has it', async () => {
    expect(
      await shown({ answer: ' A. ', summary: 'S.', next_items: ['N', ' '] })
    ).toEqual({ answer: 'A.', summary: 'S.', nextItems: ['N'] });
    expect(await shown({ answer: 'A.' })).toEqual({
      answer: 'A.',
      nextItems: []
    });
  });

  it.each([
    ['text', JSON.stringify(INNER)],
    ['a fence', `\`\`\`json\n${JSON.stringify(INNER)}\n\`\`\``],
    ['an object', INNER]
  ])('is read out of a summary that holds JSON, as %s', async (_, summary) => {
    expect(await shown({ summary })).toEqual({
      answer: 'Adelie are lighter.',
      nextItems: ITEMS
    });
    expect(await shown({ answer: 'Long.', summary })).toEqual({
      answer: 'Long.',
      summary: 'Adelie are lighter.',
      nextItems: ITEMS
    });
  });

  it('takes its own next steps first, six at most, whatever form they have', async () => {
    const next_items = [{ label: 'Own' }, ...'abcdef'];
    expect(
      (
        await shown({
          answer: 'A.',
          summary: JSON.stringify(INNER),
          next_items
        })
      )?.nextItems
    ).toEqual(['Own', 'a', 'b', 'c', 'd', 'e']);
  });

  it.each(['{not JSON', '{"a": 1}', 'plain words'])(
    'leaves a summary alone that holds no answer: %s',
    async summary => {
      expect(await shown({ answer: 'A.', summary })).toEqual({
        answer: 'A.',
        summary,
        nextItems: []
      });
    }
  );

  it('is refused where there is none', () => {
    for (const args of [
      {},
      { answer: ' ' },
      { summary: '{"next_items":[]}' }
    ]) {
      const given = finalAnswer.tidy?.(args) ?? args;
      expect(finalAnswer.schema.safeParse(given).success).toBe(false);
    }
  });
});
