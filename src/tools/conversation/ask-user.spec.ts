import { askUser } from './ask-user';
import { toolContext } from '../stories/tool-context';

describe('ask_user', () => {
  it('shows a question that is answered or skipped, whatever the policy says', async () => {
    expect(askUser.interruptOn).toEqual({
      allowedDecisions: ['respond', 'reject']
    });
    expect(
      await askUser.propose?.(
        {
          question: 'Which year?',
          options: ['2025', ' ', '2026'],
          multiple: true
        },
        toolContext()
      )
    ).toMatchObject({
      body: {
        kind: 'question',
        question: 'Which year?',
        options: ['2025', '2026'],
        multiple: true
      }
    });
  });

  it('may be asked in the mode Ask: it has no effect', () => {
    expect(askUser.effects).toEqual(['read']);
  });

  it('refuses an empty question', () => {
    expect(askUser.schema.safeParse({ question: ' ' }).success).toBe(false);
  });

  it('tells the model to decide where a setting keeps questions away', async () => {
    const result = await askUser.run({ question: 'Which?' }, toolContext());
    expect(result.text).toContain('Decide yourself');
  });
});
