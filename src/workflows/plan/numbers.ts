import type { IAnswerNumber } from '../../contract';
import { findNumbers } from '../../numbers';

/** Characters of a summary whose numbers are linked; nobody reads more. */
const MAX_LINKED = 100_000;

/**
 * Links each number of a summary to the cell whose output shows it, in place of
 * what the model linked it to: the text for a notebook and for files. A sentence
 * refers to a cell once. Numbers that no cell shows, and those in code, in links
 * or of lists, have no link.
 */
export function linkedNumbers(
  markdown: string,
  numbers: readonly IAnswerNumber[]
): string {
  const cells = new Map(numbers.map(({ text, cellId }) => [text, cellId]));
  const prose = markdown
    .slice(0, MAX_LINKED)
    .replace(NO_PROSE, each => ' '.repeat(each.length));
  let linked = '';
  let from = 0;
  /** Cells that the present sentence refers to. */
  const referred = new Set<string>();
  for (const { start, end, kind, text } of findNumbers(prose, null)) {
    const behind = markdown.slice(end, end + 400);
    if (SENTENCE_END.test(markdown.slice(from, start))) {
      referred.clear();
    }
    if (
      start < from ||
      kind === 'literal' ||
      /[\w.,#/=:]$/.test(markdown.slice(start - 1, start)) ||
      /^(?:[\w/]|\.\w|[,:]\d)/.test(behind)
    ) {
      continue;
    }
    const [unit = ''] = UNIT.exec(behind) ?? [];
    const cell = cells.get(text) ?? cells.get(text + unit);
    const [whole = '', words = '', cited] = LINKED.exec(behind) ?? [];
    linked += markdown.slice(from, end);
    from = end;
    if (cell && cited === cell) {
      referred.add(cell);
      continue;
    }
    linked += unit;
    if (cell && !referred.has(cell)) {
      linked += ` [#](#cell=${cell})`;
      referred.add(cell);
    }
    linked += whole && words.trimEnd().slice(unit.length);
    from += whole ? whole.length : unit.length;
  }
  return linked + markdown.slice(from);
}

/** Code, links and list numbers. */
const NO_PROSE =
  /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|\[[^[\]]*\]\([^()\s]*\)|^[^\S\r\n\u2028\u2029]*\d+[.)]\s/gm;

/** The unit of a number stands before its link. */
const UNIT =
  /^\s?(?:%|‰|°[CF]?|[€$£¥]|(?:[kcm]?m|[km]?g|m?s|h|min|px|[kKMG]B)(?![\p{L}\p{N}]))/u;

const SENTENCE_END = /[.!?](?:\s|$)|\n/;

/** Words that belong to the number, up to a comma, and a link to a cell. */
const LINKED = /^([^\d[\]\n.,:;()]{0,60})\[[^[\]]*\]\(#cell=([\w-]{1,64})\)/u;

/**
 * A summary for a notebook: each of the panel's links to a cell
 * (`[#](#cell=ID)`) becomes a link that JupyterLab follows, placed on the
 * number before it if there is one.
 *
 * @param notebook file name of the notebook; JupyterLab opens the cell by it.
 */
export function linkedCells(
  markdown: string,
  cells: readonly string[],
  notebook: string
): string {
  const known = new Set(cells);
  const link = (text: string, id: string): string =>
    `[${text}](${addressPart(notebook)}#cell-id=${addressPart(id)})`;
  return markdown.replace(NAMED, (whole, number, between, list) => {
    const ids = [...String(list).matchAll(LINK)].map(([, id]) => id);
    if (!ids.every(id => known.has(id))) {
      return whole;
    }
    const [first, ...others] = ids;
    return number === undefined
      ? ids.map(id => link('#', id)).join(', ')
      : [
          link(number, first) + String(between).trimEnd(),
          ...others.map(id => link('#', id))
        ].join(', ');
  });
}

/** Also encodes the brackets that would end the link. */
function addressPart(text: string): string {
  return encodeURIComponent(text).replace(/\(/g, '%28').replace(/\)/g, '%29');
}

const LINK = /\[[^[\]]*\]\(#cell=([\w-]{1,64})\)/gu;

/** A number, the words that belong to it, and links to cells. */
const NAMED = new RegExp(
  '(?:(?<![\\w.])([-−]?\\d{1,20}(?:[.,]\\d{1,20}){0,8}(?:\\s?%)?)([^\\d[\\]\\n.,:;()]{0,60}))?' +
    `(${LINK.source}(?:,?\\s*${LINK.source})*)`,
  'gu'
);
