import { askUser } from './ask-user';
import { toolOn } from '../stories/tool-context';

describe('ask_user', () => {
  it('shows a question that is answered or skipped, whatever the policy says', async () => {
    expect(askUser.interruptOn).toEqual({
      allowedDecisions: ['respond', 'reject']
    });
    expect(
      await toolOn(askUser).propose({
        question: 'Which year?',
        options: ['2025', ' ', '2026'],
        multiple: true
      })
    ).toMatchObject({
      body: {
        kind: 'question',
        question: 'Which year?',
        options: ['2025', '2026'],
        multiple: true
      }
    });
  });

  it('refuses an empty question', () => {
    expect(askUser.schema.safeParse({ question: ' ' }).success).toBe(false);
  });

  it('tells the model to decide where a setting keeps questions away', async () => {
    const result = await toolOn(askUser).run({ question: 'Which?' });
    expect(result.text).toContain('Decide yourself');
  });
});
