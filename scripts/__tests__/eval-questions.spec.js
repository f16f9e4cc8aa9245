const path = require('node:path');

let questions;

beforeAll(async () => {
  questions = await import('../eval/questions.mjs');
});

describe('a question with closed answers', () => {
  it.each([
    ['the same number', [['mean', '3.50']], '@mean[3.5]', true],
    ['the same text', [['island', 'Biscoe']], '@island[biscoe]', true],
    ['the last of several', [['a', '2']], '@a[1] … no: @a[2]', true],
    ['another number', [['mean', '3.5']], '@mean[3.51]', false],
    [
      'one of two',
      [
        ['a', '1'],
        ['b', '2']
      ],
      '@a[1]',
      false
    ],
    ['nothing', [['a', '1']], 'It is 1.', false],
    ['no answer known', [], '@a[1]', false]
  ])('is scored by all of its values: %s', (_, answers, text, right) => {
    expect(questions.isRight(answers, questions.answersIn(text))).toBe(right);
  });

  it('is one of ours, on a table that is there', () => {
    const file = path.join(__dirname, '../../evaluation/questions.jsonl');
    const all = questions.readQuestions(file);
    expect(all.length).toBeGreaterThanOrEqual(10);
    for (const each of all) {
      expect(require('node:fs').existsSync(each.table)).toBe(true);
      for (const [name] of each.answers) {
        expect(each.format).toContain(`@${name}[`);
      }
    }
  });
});
