const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

let questions;

beforeAll(async () => {
  questions = await import('../eval/questions.mjs');
});

describe('a question with closed answers', () => {
  it.each([
    ['the same number', [['mean', '3.50']], '@mean[3.5]', true],
    ['the same text', [['island', 'Biscoe']], '@island[Biscoe]', true],
    ['another case', [['island', 'Biscoe']], '@island[biscoe]', false],
    ['no text where none is right', [['outliers', '']], '@outliers[]', true],
    ['no number', [['a', '0']], '@a[]', false],
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

  it('is right in part by the share of its values', () => {
    const answers = [
      ['r', '0.21'],
      ['relationship_type', 'none']
    ];
    const found = questions.answersIn('@r[0.210] @relationship_type[linear]');
    expect(questions.shareOf(answers, found)).toBe(0.5);
    expect(questions.shareOf(answers, new Map())).toBe(0);
  });

  it('is read from the files of DABench, with its label and its table', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dabench-'));
    const write = (name, ...rows) =>
      fs.writeFileSync(
        path.join(folder, name),
        rows.map(each => `${JSON.stringify(each)}\n`).join('')
      );
    fs.mkdirSync(path.join(folder, 'da-dev-tables'));
    fs.writeFileSync(
      path.join(folder, 'da-dev-tables', 'ships.csv'),
      'fare\n7\n9\n'
    );
    write('da-dev-questions.jsonl', {
      id: 5,
      question: 'Calculate the mean fare.',
      concepts: ['Summary Statistics'],
      constraints: 'Round it to two decimal places.',
      format: '@mean_fare[mean] @rows[count]\nwhere "mean" is a number.',
      file_name: 'ships.csv',
      level: 'easy'
    });
    // In another order, and with one more.
    write(
      'da-dev-labels.jsonl',
      { id: 9, common_answers: [['other', '1']] },
      {
        id: 5,
        common_answers: [
          ['rows', '2'],
          ['mean_fare', '8.00']
        ]
      }
    );
    const [each, ...others] = questions.readDabench(folder);
    expect(others).toEqual([]);
    expect(fs.readFileSync(each.table, 'utf8')).toBe('fare\n7\n9\n');
    expect(questions.promptOf(each)).toMatch(
      /mean fare.+ships\.csv.+two decimal places.+@mean_fare\[mean\] @rows\[count\]/s
    );
    const score = text =>
      questions.isRight(each.answers, questions.answersIn(text));
    expect(score('It is @mean_fare[8] of @rows[2].')).toBe(true);
    expect(score('It is @mean_fare[8].')).toBe(false);
    expect(score('')).toBe(false);
    fs.rmSync(folder, { recursive: true });
  });

  it('is one of ours, on a table that is there', () => {
    const file = path.join(__dirname, '../../evaluation/questions.jsonl');
    const all = questions.readQuestions(file);
    expect(all.length).toBeGreaterThanOrEqual(10);
    for (const each of all) {
      expect(fs.existsSync(each.table)).toBe(true);
      for (const [name] of each.answers) {
        expect(each.format).toContain(`@${name}[`);
      }
    }
  });
});
