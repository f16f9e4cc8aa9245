/** One way to read a number. */
export interface IReading {
  value: number;
  /** The value of one unit in the last digit that is written. */
  place: number;
  /** Number of significant digits. */
  digits: number;
}

/** How a language writes numbers; `decimal` is null if not known. */
interface ISeparators {
  decimal: '.' | ',' | null;
  /** Whether groups of three are separated by an ordinary space. */
  blank: boolean;
}

interface IDigits {
  text: string;
  readings: IReading[];
}

/**
 * Reads the digits of a number without sign, exponent and scale: one number, or
 * several that are only divided by list separators.
 *
 * @returns `version` if it has more points than a number.
 */
export function readDigits(
  body: string,
  language: string | null
): IDigits[] | 'version' {
  return read(body, separators(language));
}

function read(
  body: string,
  { decimal, blank }: ISeparators
): IDigits[] | 'version' {
  if (/^\d+$/.test(body)) {
    return [{ text: body, readings: [readingOf(body, '')] }];
  }
  const groups = body.split(/[^\d]/);
  const marks = [...body].filter(each => !/\d/.test(each)).map(plainMark);
  if (marks.includes(' ') && !isBlankGrouped(body, blank)) {
    return apart(body, / /, { decimal, blank });
  }
  const readings = [
    ...asDecimal(groups, marks, decimal),
    ...asGroups(groups, marks, decimal)
  ];
  if (readings.length > 0) {
    return [{ text: body, readings }];
  }
  // `3,14` in a language that groups with a comma: written in another
  // convention.
  const foreign = asDecimal(groups, marks, null);
  if (foreign.length > 0) {
    return [{ text: body, readings: foreign }];
  }
  return marks.every(mark => mark === '.')
    ? 'version'
    : apart(body, marks.includes(',') ? /,/ : /[^\d.]/, { decimal, blank });
}

function apart(
  body: string,
  between: RegExp,
  by: ISeparators
): IDigits[] | 'version' {
  const parts = body.split(between).filter(part => part !== '');
  if (parts.length === 1 && parts[0] === body) {
    return 'version';
  }
  return parts.flatMap(part => {
    const digits = read(part, by);
    return digits === 'version' ? [] : digits;
  });
}

/**
 * The different spaces that typesetters put between groups count as the same.
 */
function plainMark(mark: string): string {
  return /[\u00a0\u202f\u2009]/.test(mark)
    ? '_'
    : mark === '’'
      ? "'"
      : mark === '\u066b' || mark === '\u00b7'
        ? '·'
        : mark;
}

/** `12 345 678`, in a language that groups like that. */
function isBlankGrouped(body: string, blank: boolean): boolean {
  return blank && /^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/.test(body);
}

function asDecimal(
  groups: string[],
  marks: string[],
  decimal: ISeparators['decimal']
): IReading[] {
  const mark = marks.at(-1);
  const grouping = marks.slice(0, -1);
  if (mark === undefined || !['.', ',', '·'].includes(mark)) {
    return [];
  }
  const fits =
    (decimal === null || mark === decimal || mark === '·') &&
    !grouping.includes(mark) &&
    new Set(grouping).size <= 1 &&
    areGroups(groups.slice(0, -1));
  const whole = groups.slice(0, -1).join('');
  return fits ? [readingOf(whole, groups.at(-1) ?? '')] : [];
}

function asGroups(
  groups: string[],
  marks: string[],
  decimal: ISeparators['decimal']
): IReading[] {
  const fits =
    new Set(marks).size <= 1 &&
    marks[0] !== '·' &&
    (marks.length === 0 || marks[0] !== decimal) &&
    (marks.length === 0 || (areGroups(groups) && !/^0/.test(groups[0])));
  return fits ? [readingOf(groups.join(''), '')] : [];
}

/**
 * Whether these are groups of three, or, as in India, of two with a last one of
 * three.
 */
function areGroups(groups: string[]): boolean {
  if (groups.length === 1) {
    return true;
  }
  const [first, ...rest] = groups;
  const last = rest.at(-1);
  return (
    (/^\d{1,3}$/.test(first) && rest.every(group => group.length === 3)) ||
    (/^\d{1,2}$/.test(first) &&
      last?.length === 3 &&
      rest.slice(0, -1).every(group => group.length === 2))
  );
}

function readingOf(whole: string, part: string): IReading {
  const plain = part === '' ? whole : `${whole || '0'}.${part}`;
  return {
    value: Number(plain),
    place: 10 ** -part.length,
    digits: `${whole}${part}`.replace(/^0+/, '').length
  };
}

const known = new Map<string, ISeparators>();

/** The decimal mark and the group separators of a language. */
function separators(language: string | null): ISeparators {
  const name = language ?? '';
  let found = known.get(name);
  if (!found) {
    const parts = formatOf(name)?.formatToParts(12345678.5) ?? [];
    const of = (type: string): string =>
      parts.find(part => part.type === type)?.value ?? '';
    const decimal = of('decimal');
    found = {
      decimal: decimal === '.' || decimal === ',' ? decimal : null,
      blank: /^\s$/u.test(of('group'))
    };
    known.set(name, found);
  }
  return found;
}

/** Null for a language that does not exist: a model may have made it up. */
export function formatOf(
  language: string,
  options?: Intl.NumberFormatOptions
): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat(language, options);
  } catch {
    return null;
  }
}

export function wholeNumber(text: string): IReading {
  return { value: Number(text), place: 1, digits: text.length };
}
