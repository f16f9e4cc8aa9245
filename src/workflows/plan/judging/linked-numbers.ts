/** The output of a cell, or the text of the step that ran it last. */
export interface INumberSource {
  text: string;
  /** Id of the cell. */
  cell: string;
}

/**
 * Links each number of a summary to the cell it came from: the first cell whose
 * output has that number, or one that rounds to it, unless the model has
 * already linked it. A single digit only counts together with the word after
 * it. Numbers that no cell has, and those in code, in links or of lists, stay
 * unchanged.
 */
export function linkedNumbers(
  markdown: string,
  sources: readonly INumberSource[]
): string {
  const given = sources.map(source => ({
    ...source,
    numbers: [...source.text.matchAll(NUMBER)].map(([number]) => value(number))
  }));
  return markdown.replace(
    UNTOUCHED_OR_NUMBER,
    (whole, number: string | undefined, at: number) => {
      if (number === undefined) {
        return whole;
      }
      const behind = markdown.slice(at + whole.length);
      const cell = LINKED.test(behind) ? null : cellOf(number, behind);
      return cell === null ? whole : `${whole} [#](#cell=${cell})`;
    }
  );

  function cellOf(number: string, behind: string): string | null {
    const wanted = value(number);
    const places = /\.(\d+)/.exec(plain(number))?.[1].length ?? 0;
    const word = /^\s*(\p{L}{3,})/u.exec(behind)?.[1];
    const isShort = plain(number).replace(/\D/g, '').length < 2;
    const found = given.find(({ text, numbers }) =>
      isShort
        ? word !== undefined && namesWith(text, number, word)
        : numbers.some(
            each =>
              each === wanted ||
              ((places > 0 || Math.abs(wanted) >= 100) &&
                each.toFixed(places) === wanted.toFixed(places))
          )
    );
    return found?.cell ?? null;
  }
}

/** Whether a text has this number directly before this word. */
function namesWith(text: string, number: string, word: string): boolean {
  return new RegExp(`(?<![\\w.,])${number}\\s+${word}`, 'iu').test(text);
}

function plain(number: string): string {
  return number.replace(/,(?=\d{3}(?!\d))/g, '').replace('−', '-');
}

function value(number: string): number {
  return Number(plain(number));
}

const DIGITS = '[-−]?\\d+(?:,\\d{3})*(?:\\.\\d+)?';
const BEFORE = '(?<![\\w.,#/=:])';
const AFTER = '(?![\\w/]|\\.\\w|[,:]\\d)';

const NUMBER = new RegExp(`${BEFORE}${DIGITS}${AFTER}`, 'gu');

/** Code, links and list numbers, or else a number. */
const UNTOUCHED_OR_NUMBER = new RegExp(
  '```[\\s\\S]*?(?:```|(?![\\s\\S]))|`[^`\\n]*`|\\[[^[\\]]*\\]\\([^()\\s]*\\)|^\\s*\\d+[.)]\\s|' +
    `${BEFORE}(${DIGITS})${AFTER}`,
  'gmu'
);

/** A link to a cell after the words that belong to the number. */
const LINKED = /^[^\d[\]\n.;]{0,60}\[[^[\]]*\]\(#cell=/u;
