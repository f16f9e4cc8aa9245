import { sharesRun } from './server-call';

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

  it('is found where the pieces of the result come again later in it', () => {
    const row = (...cells: string[]) => cells.map(each => each.padEnd(16));
    const table = [
      ...row('Ann Lee', 'HIV positive'),
      ...row('Ann Lee', 'flu'),
      ...row('Bob Ray', 'HIV positive')
    ].join('');
    expect(sharesRun(`Look up: ${table.slice(0, 32)} now`, table)).toBe(true);
    const block =
      'abcdefghijklmnopABCDEFGHIJKLMNOPqrstuvwxyz012345QRSTUVWXYZ6789+-';
    const again = [48, 32, 16, 0]
      .map(at => block.slice(at, at + 16))
      .join('.'.repeat(16));
    const result = `${block}${' '.repeat(16)}${again}`;
    expect(sharesRun(`so: ${block} .`, result)).toBe(true);
    expect(sharesRun(result, `so: ${block} .`)).toBe(true);
  });

  it('is found wherever words of few letters stand far apart', () => {
    const cell = (word: string) => word.padEnd(9, '-');
    const rows = ['abc', 'xyz', 'abc', 'def', 'ghi', 'abc', 'jkl', 'mno'];
    const line = rows.map(cell).join('');
    expect(sharesRun(`a ${line.slice(9, 68)} b`, line)).toBe(true);
    expect(sharesRun(`a ${line.slice(9, 50)} b`, line)).toBe(false);
  });

  it('is looked for to the end in long texts of ever the same characters', () => {
    const size = 100_000;
    for (const unit of ['a', '-', ' ', 'ab-', `${'-'.repeat(47)}x`]) {
      const one = `${unit.repeat(size / unit.length)}.`;
      const other = `!${unit.repeat(size / unit.length)}`;
      expect(sharesRun(one, other)).toBe(/a/.test(unit));
    }
  });
});
