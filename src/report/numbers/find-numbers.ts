import type { INumberInText } from './number-in-text';
import { plainDigits } from './plain-digits';
import { readDigits } from './read-digits';
import { separators } from './separators';

const DATE =
  '\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[./]\\d{1,2}[./]\\d{4}|\\d{4}/\\d{1,2}/\\d{1,2}';
const TIME = '\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?';
const BODY =
  "\\d+(?:[.,'’\u00b7\u066b\u066c\u00a0\u202f\u2009 ]\\d+)*|[.,\u066b]\\d+";
const EXPONENT =
  '[eE][-+\u2212]?\\d{1,3}(?![\\w])|\\s?[×x·*⋅]\\s?10(?:\\^\\{?[-\u2212+]?\\d{1,3}\\}?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})';
const SCALE =
  '\\s?(?:trillions?|billions?|millions?|thousand|Billionen|Milliarden?|Million(?:en)?|Tausend|Mio\\.?|Mrd\\.?|milliards?|millones|milioni|miliardi)(?![\\p{L}\\p{N}])|(?:bn|[kKM])(?![\\p{L}\\p{N}])|\\s?(?:[万萬만]|[亿億억]|[千천])';
const PER =
  '\\s?(?:%|٪|％|‰|per ?cent(?![\\p{L}])|Prozent(?![\\p{L}])|pour ?cent(?![\\p{L}])|por ciento(?![\\p{L}])|퍼센트)';

const NUMBER = new RegExp(
  `(?<literal>(?:${DATE})(?:[T ]${TIME})?|${TIME})(?![\\d])|` +
    `(?<sign>[-\u2212–+])?(?<body>${BODY})(?<exponent>${EXPONENT})?(?<scale>${SCALE})?(?<per>${PER})?`,
  'gu'
);

const SCALES: [RegExp, number][] = [
  [/^(trillion|Billionen)/i, 1e12],
  [/^(billion|Milliarde|Mrd|milliard|miliard|bn)/i, 1e9],
  [/^(million|Mio|M$)/i, 1e6],
  [/^(milioni|millones)/i, 1e6],
  [/^(thousand|Tausend|k$)/i, 1e3],
  [/^[亿億억]/, 1e8],
  [/^[万萬만]/, 1e4],
  [/^[千천]/, 1e3]
];

/**
 * Letters that turn the digits after them into part of a name: `H2O`, `e12`,
 * `v2`.
 */
const NAME_BEFORE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_]$|\p{Lu}{2}[\p{L}\p{N}]*[-–]$/u;
const NAME_AFTER =
  /^[a-f]+\d[a-f\d]*(?![\p{L}\p{N}])|^(?:[-.]\d+)*[-_.][\p{Script=Latin}]+\d/iu;

/** `1st` to `10th`, `2D`: these are words rather than numbers. */
const WORD_AFTER = /^(?:st|nd|rd|th|D)(?![\p{L}\p{N}])/u;

/** References to parts of the report itself: `Figure 2`, `Abschnitt 3`. */
const PLACE_BEFORE =
  /(?:^|[^\p{L}])(?:figures?|fig\.|tables?|tab\.|sections?|sec\.|chapters?|steps?|appendix|pages?|Abbildung(?:en)?|Abb\.|Tabellen?|Abschnitte?|Kapitel|Schritte?|Seiten?|Anhang|tableau|figura|tabla|secci[oó]n|그림|표|図|表|图)\s?$/iu;

/**
 * All numbers in a text, including dates. Names that contain digits are left
 * out, and so are the numbers of figures, tables and sections.
 *
 * @param language BCP 47; null if it may be any, as in a program's output.
 */
export function findNumbers(
  source: string,
  language: string | null
): INumberInText[] {
  const text = plainDigits(source);
  const found: INumberInText[] = [];
  for (const match of text.matchAll(NUMBER)) {
    found.push(...numbersIn(match, text, source, language));
  }
  return found;
}

function numbersIn(
  match: RegExpMatchArray,
  text: string,
  source: string,
  language: string | null
): INumberInText[] {
  const {
    literal,
    sign = '',
    body = '',
    exponent,
    scale,
    per
  } = match.groups ?? {};
  const start = match.index ?? 0;
  const end = start + match[0].length;
  const before = text.slice(Math.max(0, start - 40), start);
  const after = text.slice(end, end + 40);
  if (literal !== undefined) {
    return [literalAt(source, start, end)];
  }
  // A minus sign begins a word; otherwise it is a range or a dash.
  const isSigned = sign !== '' && /(^|[\s([{<>=≈~:,;/|"'“‘±])$/.test(before);
  const nameBefore = isSigned || sign === '' ? before : before + sign;
  if (
    NAME_BEFORE.test(nameBefore) ||
    (NAME_AFTER.test(after) && scale === undefined && per === undefined) ||
    PLACE_BEFORE.test(before) ||
    (WORD_AFTER.test(after) && Number(body) <= 10)
  ) {
    return [];
  }
  const bodyStart = start + (isSigned ? 0 : sign.length);
  const pieces = readDigits(body, separators(language));
  if (pieces === 'version') {
    return [literalAt(source, bodyStart, start + sign.length + body.length)];
  }
  const factor = scaleOf(scale) * powerOf(exponent);
  const negative = isSigned && /[-\u2212–]/.test(sign);
  let at = start + sign.length;
  return pieces.map(({ text: piece, readings }, index) => {
    const last = index === pieces.length - 1;
    const from = index === 0 ? bodyStart : text.indexOf(piece, at);
    const to = last ? end : text.indexOf(piece, at) + piece.length;
    at = to;
    const by = last ? factor : 1;
    return {
      text: source.slice(from, to),
      start: from,
      end: to,
      kind: 'number' as const,
      readings: readings.map(({ value, place, digits }) => ({
        value: (negative && index === 0 ? -value : value) * by,
        place: place * by,
        digits
      })),
      signed: isSigned && index === 0,
      per: !last || per === undefined ? 1 : per.includes('‰') ? 1000 : 100
    };
  });
}

function literalAt(source: string, start: number, end: number): INumberInText {
  return {
    text: source.slice(start, end),
    start,
    end,
    kind: 'literal',
    readings: [],
    signed: false,
    per: 1
  };
}

function scaleOf(scale: string | undefined): number {
  const word = scale?.trim() ?? '';
  return word === ''
    ? 1
    : (SCALES.find(([pattern]) => pattern.test(word))?.[1] ?? 1);
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function powerOf(exponent: string | undefined): number {
  if (exponent === undefined) {
    return 1;
  }
  const plain = exponent
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, digit => String(RAISED.indexOf(digit)))
    .replace(/[⁻\u2212]/g, '-')
    .replace(/[⁺+{}^\s]/g, '');
  const power = /^[eE](-?\d+)$|^[×x·*⋅]10(-?\d+)$/.exec(plain);
  return 10 ** Number(power?.[1] ?? power?.[2] ?? 0);
}
