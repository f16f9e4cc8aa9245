import type { IAnswerNumber } from '../contract';
import { findNumbers, type INumberInText } from './find-numbers';
import { matchNumber, valuesIn, YEAR } from './match-number';
import type { IReading } from './read-digits';

/** A text in which numbers of an answer are looked for. */
export interface INumberSource {
  text: string;
  /** The cell whose output it is. */
  cellId?: string;
  /**
   * Numbers in it that the model wrote itself before the text was read: they
   * are no evidence.
   */
  isOwn?(value: number): boolean;
}

/** What is searched of one source; the rest of a longer one is data, not a result. */
const MAX_SOURCE = 200_000;

/** What is read of an answer, and how many of its numbers are looked for. */
const MAX_ANSWER = 50_000;
const MAX_NUMBERS = 300;

/**
 * Compares the numbers of an answer with texts, one after the other, so that
 * whoever has the texts stops when all are found. Numbers of three digits or
 * more count, and those with a unit or `%`; dates, years, versions, limits
 * (`p < 0.05`), counts of cells and steps, and code do not.
 */
export class AnswerCheck {
  private readonly _cells = new Map<string, string | null>();

  private _open: INumberInText[];

  constructor(answer: string) {
    const all = stated(answer);
    this._open = [
      ...new Map(all.map(each => [each.text, each])).values()
    ].slice(0, MAX_NUMBERS);
  }

  /** Whether there are numbers that were not found yet. */
  get isOpen(): boolean {
    return this._open.length > 0;
  }

  look({ text, cellId, isOwn }: INumberSource): void {
    const output = cellId !== undefined;
    const body = text.slice(0, MAX_SOURCE);
    // Programs write as in English; files and people as they like.
    const { values, literals } = valuesIn(
      withoutRowNumbers(body),
      output ? 'en' : null
    );
    const shown = {
      literals,
      values: isOwn
        ? values.filter(
            ({ readings }) => !readings.some(({ value }) => isOwn(value))
          )
        : values
    };
    this._open = this._open.filter(number => {
      if (matchNumber(number, shown) === null) {
        return true;
      }
      // Some 0 or 1 is in most outputs: a link would show any of them.
      const isAny =
        isShort(number) && [0, 1].includes(number.readings[0].value);
      this._cells.set(number.text, isAny ? null : (cellId ?? null));
      return false;
    });
  }

  /** Numbers that a cell shows, and those that were not found at all. */
  get numbers(): IAnswerNumber[] {
    return [
      ...[...this._cells].flatMap(([text, cellId]) =>
        cellId === null ? [] : [{ text, cellId }]
      ),
      ...this._open.map(({ text }) => ({ text, cellId: null }))
    ];
  }
}

/** The values in a text, as a source of `isOwn`. */
export function ownValues(text: string): number[] {
  return valuesIn(text.slice(0, MAX_SOURCE), null).values.flatMap(
    ({ readings }) => readings.map(({ value }) => value)
  );
}

const UNIT =
  '(?:[nµμmckMGTh]?(?:m[²³23]?|g|[lL]|s|Hz|W|Wh|V|A|J|N|Pa|B|eV|mol)|[KMGT]i?B|ha|h|t|bar|°\\s?[CF]?|K|min|ms|px|dpi|ppm|mph|km/h|m/s|mpg|lbs?|oz|ft|k?cal|\\p{Sc}|(?:EUR|USD|GBP|CHF|KRW|JPY)|percentage points?|Prozentpunkten?|pp)(?![\\p{L}\\p{N}])';
const UNIT_AFTER = new RegExp(`^[\\s\u00a0\u202f-]?${UNIT}`, 'u');
const UNIT_BEFORE = /\p{Sc}\s?$/u;

/** A number in other units of the same measure: kilograms of an output in grams. */
const PREFIXES: Record<string, readonly number[]> = {
  n: [1e-9],
  µ: [1e-6],
  μ: [1e-6],
  m: [1e-3],
  c: [1e-2, 10],
  d: [0.1],
  h: [100],
  k: [1e3],
  M: [1e6, 1e3],
  G: [1e9, 1e6, 1e3],
  T: [1e12, 1e9, 1e6]
};
const PREFIXED =
  /^[\s\u00a0\u202f-]?([nµμmcdhkMGT])(?:m|g|[lL]|s|Hz|Wh?|V|A|J|N|Pa|B|eV|mol|cal)$/u;

/** The number is a limit, a level, or names a cell, a standard, a version. */
const NAMED_BEFORE =
  /(?:[<>≤≥]|(?:^|[^\p{L}])(?:cells?|Zellen?|cellules?|celdas?|셀|セル|单元格|PEP|RFC|ISO|DIN|IEEE|HTTP|ports?|versions?|Python|Julia|pandas|JupyterLab))\s?$|#$/iu;

/** `alpha = 0.05` is the level of a test. */
const ALPHA_BEFORE = /(?:alpha|α)(?:\s?[=:]|\s(?:of|von))?\s?$/iu;
const ALPHA = /^0?[.,](?:1|05|01|001)$/;

/** It counts cells or steps, or is the level of an interval. */
const COUNTED_AFTER =
  /^[\s-]?(?:cells?|steps?|Zellen?|Schritten?|cellules?|étapes?|celdas?|pasos?|개?\s?셀|단계|セル|ステップ|个?单元格|bits?)(?![a-z])/iu;
const LEVEL = /^(?:1|5|10|90|95|99)\s?%/;
const LEVEL_AFTER =
  /^[\s-]*(?:level|significan|Signifikan|Niveau|유의|CI|KI|IC|confiden|Konfiden|Vertrauens|confian|interval|신뢰|信頼|置信)/iu;

/** What the words around a number say of it. */
export function roleOf(
  number: INumberInText,
  text: string
): {
  /** A count of one or two digits without a unit. */
  isSmall: boolean;
  /** A limit, a level, or the name of a cell, a standard, a version. */
  isName: boolean;
  money: string;
  unit: string;
} {
  const before = text.slice(Math.max(0, number.start - 20), number.start);
  const after = text.slice(number.end, number.end + 40);
  const unit = UNIT_AFTER.exec(after)?.[0] ?? '';
  const money = UNIT_BEFORE.exec(before)?.[0] ?? '';
  return {
    unit,
    money,
    isSmall:
      unit === '' &&
      money === '' &&
      number.per === 1 &&
      number.kind === 'number' &&
      isShort(number),
    isName:
      (/^\d{3}0$/.test(number.text) && /^s(?!\p{L})/u.test(after)) ||
      NAMED_BEFORE.test(before) ||
      (ALPHA.test(number.text) && ALPHA_BEFORE.test(before)) ||
      COUNTED_AFTER.test(after) ||
      (LEVEL.test(number.text) && LEVEL_AFTER.test(after))
  };
}

function isShort({ text, readings }: INumberInText): boolean {
  return (
    text.replace(/\P{Nd}/gu, '').length < 3 &&
    // `12k` is no small count.
    !readings.some(({ place }) => place >= 1000)
  );
}

/** The numbers that an answer states as results. */
function stated(answer: string): INumberInText[] {
  const text = proseOf(answer.slice(0, MAX_ANSWER));
  return joined(findNumbers(text, null), text).flatMap(number => {
    const { isSmall, isName, money, unit } = roleOf(number, text);
    const hasUnit = unit !== '' || money !== '' || number.per !== 1;
    if (
      number.kind === 'literal' ||
      isSmall ||
      isName ||
      (YEAR.test(number.text) && !hasUnit)
    ) {
      return [];
    }
    const factors = PREFIXES[PREFIXED.exec(unit)?.[1] ?? ''] ?? [];
    const scaled = factors.flatMap(by =>
      number.readings.map(each => times(each, by))
    );
    const readings = [...number.readings, ...scaled];
    // `12 mm` is not every 12 of the answer.
    return isShort(number)
      ? [{ ...number, readings, text: `${money}${number.text}${unit}` }]
      : [{ ...number, readings }];
  });
}

function times({ value, place, digits }: IReading, by: number): IReading {
  return { value: value * by, place: place * by, digits };
}

/** `6만 8천` is one number. */
function joined(numbers: INumberInText[], text: string): INumberInText[] {
  const all: INumberInText[] = [];
  for (const number of numbers) {
    const last = all.at(-1);
    if (
      last &&
      number.kind === 'number' &&
      /[만억조万萬億亿兆]$/.test(last.text) &&
      /^\s?$/.test(text.slice(last.end, number.start))
    ) {
      const [big] = last.readings;
      all[all.length - 1] = {
        ...number,
        start: last.start,
        text: text.slice(last.start, number.end),
        readings: number.readings.map(({ value, place }) => ({
          value: big.value + value,
          place,
          digits: String(Math.round((big.value + value) / place)).length
        }))
      };
    } else {
      all.push(number);
    }
  }
  return all;
}

/**
 * A Markdown text without code, addresses, marks and the numbers of headings
 * and list items, as a reader sees it.
 */
export function proseOf(markdown: string): string {
  return (
    markdown
      .replace(FENCED, '\n')
      .replace(/(?<!`)(`+)(?!`)([^`]+)\1(?!`)/g, (_, _marks, code: string) =>
        // Code that is nothing but a number is a number.
        code.length < 64 && /^[-+−]?[\d.,\s]+%?$/.test(code.trim())
          ? code
          : ' … '
      )
      .replace(/<!--[\s\S]{0,2000}?-->|<\/?[a-z][^<>]{0,2000}>/gi, '')
      .replace(
        /(!?)\[((?:\\.|\[[^[\]]*\]|[^[\]\\]){0,400})\]\(([^()]{0,2000})\)/g,
        (_, image, words: string, address: string) =>
          image || isCellName(words, address) ? ' ' : words
      )
      .replace(/\bhttps?:\/\/\S+|^ {0,3}\[[^\]\n]+\]:.*$/gm, ' ')
      .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
      .replace(/&nbsp;/g, '\u00a0')
      // A cell's label.
      .replace(/\[\d+\]/g, ' ')
      .replace(/(?<![\p{L}\p{N}])[*_~]+|[*_~](?![\p{L}\p{N}])/gu, '')
      .replace(/^[^\S\r\n\u2028\u2029]*(?:#{1,6}\s+)?\d+(?:\.\d+)*[.)]\s/gm, '')
      .replace(/^(#{1,6}\s+)\d{1,2}(?:\.\d+)*\s(?=\p{Lu})/gmu, '$1')
  );
}

/**
 * Whether `[78e5](#cell=78e5a1b2)` names a cell by the beginning of its id. What
 * a person would write as a number stays one, whatever it is linked to.
 */
function isCellName(words: string, address: string): boolean {
  return (
    /^(?=[\da-f]*[a-f])[\da-f]{4,}$/.test(words) &&
    address.startsWith(`#cell=${words}`)
  );
}

const FENCED =
  /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*(?:\n[\s\S]*?)??(?:\n {0,3}\1[`~]*[^\S\n]*$|(?![\s\S]))/gm;

/**
 * Without the numbers with which pandas and R begin the rows of a table: they
 * are no results.
 */
export function withoutRowNumbers(text: string): string {
  const lines = text.split('\n');
  const rows = lines.map(line => {
    const [, number] = /^\s*(\d+)(?=\s{2,}|\s*\|)/.exec(line) ?? [];
    return number === undefined ? null : Number(number);
  });
  return lines
    .map((line, at) => {
      const row = rows[at];
      return row !== null &&
        (rows[at - 1] === row - 1 || rows[at + 1] === row + 1)
        ? line.replace(/\d+/, digits => ' '.repeat(digits.length))
        : line;
    })
    .join('\n');
}
