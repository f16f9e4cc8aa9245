import { formatOf, readDigits, type IReading } from './read-digits';

/** A number, or a date, in a text. */
export interface INumberInText {
  /** As written, with sign, scale and `%`. */
  text: string;
  start: number;
  end: number;
  /** `literal`: a date, a time or a version, which is compared as text. */
  kind: 'number' | 'literal';
  /** More than one if its language makes it ambiguous; none for a literal. */
  readings: IReading[];
  /** Whether it has a sign. */
  signed: boolean;
  /** For percent or per mille; 1 for other numbers. */
  per: 1 | 100 | 1000;
}

const DATE =
  '\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[./]\\d{1,2}[./]\\d{4}|\\d{4}/\\d{1,2}/\\d{1,2}';
const TIME = '\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?';
const BODY =
  "\\d+(?:[.,'’\u00b7\u066b\u066c\u00a0\u202f\u2009 ]\\d+)*|[.,\u066b]\\d+";
const EXPONENT =
  '[eE][-+\u2212]?\\d{1,3}(?![\\w])|\\s?[×x·*⋅]\\s?10(?:\\^\\{?[-\u2212+]?\\d{1,3}\\}?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})';
const PER =
  '\\s?(?:%|٪|％|‰|per ?cent(?![\\p{L}])|Prozent(?![\\p{L}])|pour ?cent(?![\\p{L}])|por ciento(?![\\p{L}])|퍼센트)';

/**
 * Letters that turn the digits after them into part of a name: `H2O`, `e12`,
 * `v2`.
 */
const NAME_BEFORE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_]$|\p{Lu}{2}[\p{L}\p{N}]{0,40}[-–]$/u;
const NAME_AFTER =
  /^[a-f]+\d[a-f\d]*(?![\p{L}\p{N}])|^(?:[-.]\d+)*[-_.][\p{Script=Latin}]+\d/iu;

/** `1st` to `10th`, `2D`: these are words rather than numbers. */
const WORD_AFTER = /^(?:st|nd|rd|th|D)(?![\p{L}\p{N}])/u;

/** References to parts of the text itself: `Figure 2`, `Abschnitt 3`. */
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
  const scales = scalesOf(language);
  return [...text.matchAll(scales.number)].flatMap(match =>
    numbersIn(match, text, source, language, scales)
  );
}

function numbersIn(
  match: RegExpExecArray,
  text: string,
  source: string,
  language: string | null,
  scales: IScales
): INumberInText[] {
  const { literal, sign = '', body = '', ...after } = match.groups ?? {};
  const start = match.index;
  const end = start + match[0].length;
  const before = text.slice(Math.max(0, start - 40), start);
  const behind = text.slice(end, end + 40);
  if (literal !== undefined) {
    return [literalAt(source, start, end)];
  }
  // A minus sign begins a word; otherwise it is a range or a dash.
  const isSigned = sign !== '' && /(^|[\s([{<>=≈~:,;/|"'“‘±])$/.test(before);
  const nameBefore = isSigned || sign === '' ? before : before + sign;
  // Most numbers stand between blanks or marks, and these tests take longest.
  const isBare =
    /(?:^\s?|\s\s|[|([,:;"“]\s?)$/.test(nameBefore) && /^\s|^$/.test(behind);
  const isInName = !isBare && NAME_BEFORE.test(nameBefore);
  if (
    !isBare &&
    ((NAME_AFTER.test(behind) && !after.scale && !after.per) ||
      PLACE_BEFORE.test(before) ||
      (WORD_AFTER.test(behind) && Number(body) <= 10))
  ) {
    return [];
  }
  const bodyStart = start + (isSigned ? 0 : sign.length);
  const pieces = readDigits(body, language);
  if (isInName && (pieces === 'version' || pieces.length === 1)) {
    return [];
  }
  if (pieces === 'version') {
    return [literalAt(source, bodyStart, start + sign.length + body.length)];
  }
  const power = powerOf(after.exponent);
  const factors = after.scale ? scales.factors(after.scale.trim()) : [1];
  const minus = isSigned && /[-\u2212–]/.test(sign) ? -1 : 1;
  let at = start + sign.length;
  const found = pieces.map(({ text: piece, readings }, index) => {
    const last = index === pieces.length - 1;
    const from = index === 0 ? bodyStart : text.indexOf(piece, at);
    const to = last ? end : text.indexOf(piece, at) + piece.length;
    at = to;
    const bys = last ? factors.map(factor => factor * power) : [1];
    return {
      text: source.slice(from, to),
      start: from,
      end: to,
      kind: 'number' as const,
      readings: readings.flatMap(({ value, place, digits }) =>
        bys.map(by => ({
          value: (index === 0 ? minus : 1) * value * by,
          place: place * by,
          digits
        }))
      ),
      signed: isSigned && index === 0,
      per: !last || !after.per ? 1 : after.per.includes('‰') ? 1000 : 100
    } satisfies INumberInText;
  });
  // Of "R2 0.759" only the first digits belong to the name.
  return isInName ? found.slice(1) : found;
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

/** The words a language has for a thousand, a million … */
interface IScales {
  /** Finds a number with what belongs to it. */
  number: RegExp;
  /** What such a word may stand for: a billion depends on the language. */
  factors(word: string): number[];
}

/** Whose words count in a text of an unknown language. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ko', 'ja', 'zh'];

/** Written right behind the digits. */
const SYMBOLS: Record<string, number> = { k: 1e3, K: 1e3, M: 1e6, bn: 1e9 };

/** Words that `Intl` does not use itself. */
const MORE_WORDS: [string, number][] = [
  ['千', 1e3],
  ['萬', 1e4],
  ['億', 1e8],
  ['백만', 1e6],
  ['천만', 1e7],
  ['백억', 1e10],
  ['천억', 1e11],
  ['百万', 1e6],
  ['千万', 1e7]
];

const knownScales = new Map<string | null, IScales>();

function scalesOf(language: string | null): IScales {
  let scales = knownScales.get(language);
  if (!scales) {
    scales = readScales(language);
    knownScales.set(language, scales);
  }
  return scales;
}

function readScales(language: string | null): IScales {
  const own = (language === null ? LANGUAGES : [language]).flatMap(scaleWords);
  const names = new Set(own.map(([word]) => word));
  // Most texts have English words too, unless those mean something else.
  const english = scaleWords('en').filter(([word]) => !names.has(word));
  const words = new Map<string, Set<number>>();
  for (const [word, factor] of [...own, ...english, ...MORE_WORDS]) {
    words.set(word, (words.get(word) ?? new Set()).add(factor));
  }
  const written = [...words.keys()]
    .flatMap(word => [word, word[0].toUpperCase() + word.slice(1)])
    .sort((one, other) => other.length - one.length)
    .map(word =>
      /^[\p{Script=Han}\p{Script=Hangul}]/u.test(word)
        ? word
        : `${word}${/^[a-z]{4,}$/i.test(word) ? 's?' : '\\.?'}(?![\\p{L}\\p{N}])`
    );
  const scale = `\\s?(?:${written.join('|')})|(?:${Object.keys(SYMBOLS).join('|')})(?![\\p{L}\\p{N}])`;
  return {
    number: new RegExp(
      `(?<literal>(?:${DATE})(?:[T ]${TIME})?|${TIME})(?![\\d])|` +
        `(?<sign>[-\u2212–+])?(?<body>${BODY})(?<exponent>${EXPONENT})?(?<scale>${scale})?(?<per>${PER})?`,
      'gu'
    ),
    factors: word => {
      const name = word.toLowerCase().replace(/\.$/, '');
      const found = words.get(name) ?? words.get(name.replace(/s$/, ''));
      return found ? [...found] : [SYMBOLS[word] ?? 1];
    }
  };
}

/** `mio`, `million`, `만` … with what they stand for. */
function scaleWords(language: string): [string, number][] {
  return (['short', 'long'] as const).flatMap(compactDisplay => {
    const format = formatOf(language, {
      notation: 'compact',
      compactDisplay,
      numberingSystem: 'latn'
    });
    return Array.from(
      { length: 24 },
      (_, at) => [1, 2][at % 2] * 10 ** (3 + (at >> 1))
    ).flatMap((value): [string, number][] => {
      const parts = format?.formatToParts(value) ?? [];
      const of = (type: string): string =>
        parts.flatMap(part => (part.type === type ? part.value : [])).join('');
      const word = of('compact').toLowerCase().replace(/\.$/, '');
      // Short ones may be units: see `SYMBOLS`.
      return /^[a-z]{0,2}$|[^\p{L}\p{M} ]/u.test(word) || !of('integer')
        ? []
        : [[word, value / Number(of('integer'))]];
    });
  });
}

function powerOf(exponent: string | undefined): number {
  // Most numbers have none.
  if (exponent === undefined) {
    return 1;
  }
  const plain = exponent
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, digit => String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)))
    .replace(/[⁻\u2212]/g, '-')
    .replace(/[⁺+{}^\s]/g, '');
  return 10 ** Number(/^(?:[eE]|[×x·*⋅]10)(-?\d+)$/.exec(plain)?.[1] ?? 0);
}

/** A text of the same length with all decimal digits replaced by 0 to 9. */
function plainDigits(text: string): string {
  return text.replace(/[\u0660-\uffff]/g, character => {
    const code = character.charCodeAt(0);
    let digit = 0;
    // The ten digits of a script follow one another.
    while (digit < 10 && DIGIT.test(String.fromCharCode(code - digit))) {
      digit++;
    }
    return digit === 0
      ? ({ '．': '.', '，': ',', '－': '-' }[character] ?? character)
      : String(digit - 1);
  });
}

const DIGIT = /\p{Nd}/u;
