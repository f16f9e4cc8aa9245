/** What a cell gave, or the words of a step that end with one. */
export interface INumberSource {
  text: string;
  /** Its id. */
  cell: string;
}

/**
 * A summary in which each number leads to the cell it came from: where the model
 * has put no link behind it, the first cell that gave that number, or one that
 * rounds to it. A single digit counts with the word behind it alone. What no cell
 * gave, and what stands in code, in a link or as the number of a list, stays.
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

/** Whether a text has a number right before a word. */
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

/** Code, links, numbers of lists; else a number. */
const UNTOUCHED_OR_NUMBER = new RegExp(
  '```[\\s\\S]*?(?:```|(?![\\s\\S]))|`[^`\\n]*`|\\[[^[\\]]*\\]\\([^()\\s]*\\)|^\\s*\\d+[.)]\\s|' +
    `${BEFORE}(${DIGITS})${AFTER}`,
  'gmu'
);

/** A link to a cell, behind the words that the number is of. */
const LINKED = /^[^\d[\]\n.;]{0,60}\[[^[\]]*\]\(#cell=/u;
