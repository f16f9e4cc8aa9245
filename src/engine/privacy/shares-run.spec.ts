import { sharesRun } from './shares-run';

const RESULT =
  'species  mass\nAdelie   4201.754386\nGentoo   5076.016260\n--------------------------------------------------';

describe('a part of a result in another text', () => {
  it.each([
    'Please note this: Adelie   4201.754386\nGentoo   5076.016260. Thanks!',
    `"${RESULT}"`,
    `x${RESULT.slice(7, 45)}y`
  ])('is found in %j', text => expect(sharesRun(text, RESULT)).toBe(true));

  it.each([
    '',
    'The species differ in mass.',
    'Gentoo are heavier than Adelie by some grams.',
    '--------------------------------------------------'
  ])('is not found in %j', text => expect(sharesRun(text, RESULT)).toBe(false));

  it('is found wherever it begins', () => {
    const long = Array.from({ length: 100 }, (_, at) => `row ${at} ok`).join();
    for (let at = 0; at < 100; at++) {
      expect(sharesRun(`Of it: ${long.slice(at, at + 40)}.`, long)).toBe(true);
    }
  });
});
