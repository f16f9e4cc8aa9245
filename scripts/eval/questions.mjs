/** Questions with closed answers, and how their answers are scored. */
import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * Questions of a file, one JSON object a line: `id`, `question`, `format` (as
 * `@name[what]`), `file_name` (a table in the folder `tables` beside it) and
 * `answers` (`[name, value]`).
 */
export function readQuestions(file) {
  return lines(file).map(each => ({
    ...each,
    table: path.join(path.dirname(file), 'tables', each.file_name)
  }));
}

/** The questions of InfiAgent-DABench, in the folder of its files. */
export function readDabench(folder) {
  const labels = new Map(
    lines(path.join(folder, 'da-dev-labels.jsonl')).map(each => [
      each.id,
      each.common_answers
    ])
  );
  return lines(path.join(folder, 'da-dev-questions.jsonl')).map(each => ({
    ...each,
    answers: labels.get(each.id) ?? [],
    table: path.join(folder, 'da-dev-tables', each.file_name)
  }));
}

/** What the person would write. */
export function promptOf({ question, constraints, format, file_name }) {
  return [
    `${question} The table is ${file_name}.`,
    constraints,
    `End your answer with the results in exactly this form, with the values in the brackets: ${format}`
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The last value that a text names for each name, as in `@mean[3.5]`. */
export function answersIn(text) {
  return new Map(
    [...text.matchAll(/@([\p{L}\p{N}_]+)\[(.*?)\]/gu)].map(
      ([, ...found]) => found
    )
  );
}

/**
 * As the paper of DABench scores: a question is right if all of its values are,
 * as the same text or the same number. What is missing is wrong.
 */
export function isRight(answers, found) {
  return shareOf(answers, found) === 1;
}

/** The share of a question's values that are right. */
export function shareOf(answers, found) {
  const right = answers.filter(([name, value]) => {
    const given = found.get(name);
    return given !== undefined && isSame(String(value), given);
  });
  return right.length / Math.max(1, answers.length);
}

function isSame(wanted, given) {
  const [left, right] = [wanted, given].map(each =>
    each.trim() === '' ? NaN : Number(each)
  );
  return wanted === given || Math.abs(left - right) < 1e-6;
}

function lines(file) {
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line));
}
