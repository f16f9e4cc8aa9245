import { finalAnswer } from './final-answer';
import { toolOn } from '../stories/tool-context';

/** What the person is shown for the arguments a model wrote. */
async function shown(args: Record<string, unknown>) {
  const parsed = finalAnswer.schema.parse(finalAnswer.tidy?.(args) ?? args);
  return (await toolOn(finalAnswer).run(parsed)).final;
}

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

  it('takes six next steps at most, and those that are objects by their text', async () => {
    const next_items = [{ id: 'n1', label: 'Own' }, {}, ' ', ...'abcdef'];
    expect((await shown({ answer: 'A.', next_items }))?.nextItems).toEqual([
      'Own',
      'a',
      'b',
      'c',
      'd',
      'e'
    ]);
  });

  it('is the summary where a model gives no other', async () => {
    expect(await shown({ summary: 'S.' })).toEqual({
      answer: 'S.',
      nextItems: []
    });
  });

  it('is refused where there is none', () => {
    for (const args of [{}, { answer: ' ' }]) {
      const given = finalAnswer.tidy?.(args) ?? args;
      expect(finalAnswer.schema.safeParse(given).success).toBe(false);
    }
  });
});
