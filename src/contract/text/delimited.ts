/** Shape of a delimited text file, as far as its text shows it. */
export interface IDelimited {
  separator: string;
  /** Data rows, i.e. without the header. */
  rows: number;
  columns: number;
  /** The fields of the first records, the header among them. */
  sample: string[][];
}

const SEPARATORS = [',', ';', '\t', '|'];

/** Number of records used to determine the separator. */
const SAMPLE = 20;

/** A longer field is no field: its quotation mark was never closed. */
const MAX_FIELD = 20_000;

/**
 * Line endings inside quotes do not end a record; blank lines are none. Reads
 * the text once, or twice if a quotation mark in it is not closed.
 *
 * @param most records of the sample.
 */
export function readDelimited(text: string, most = SAMPLE): IDelimited {
  const found = scan(text, true, most) ?? scan(text, false, most);
  const { records, first } = found as IScan;
  const separator = sniffSeparator(first.slice(0, SAMPLE));
  const sample = first.map(record => fields(record, separator));
  return {
    separator,
    rows: Math.max(0, records - 1),
    columns: sample[0]?.length ?? 0,
    sample
  };
}

/** The lines of a text with any line ends; a last one that is empty is none. */
export function linesOf(text: string): string[] {
  // A carriage return alone ends lines only in files of an old Mac.
  const end = text.includes('\n') ? /\r?\n/ : /\r/;
  const lines = text.split(end);
  return lines.length > 1 && lines[lines.length - 1] === ''
    ? lines.slice(0, -1)
    : lines;
}

interface IScan {
  /** Number of all records. */
  records: number;
  /** The text of the first. */
  first: string[];
}

/** Null if a quotation mark is not closed. */
function scan(text: string, quotes: boolean, most: number): IScan | null {
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  const first: string[] = [];
  let records = 0;
  let start = 0;
  /** Where the field in quotation marks began; -1 outside of one. */
  let quoted = -1;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (quoted >= 0) {
      if (character === undefined || at - quoted > MAX_FIELD) {
        return null;
      }
      // Two of them stand for one, which closes and opens again.
      quoted = character === '"' ? -1 : quoted;
    } else if (character === '"' && quotes && mayOpen(text, at, start)) {
      quoted = at;
    } else if (character === undefined || character === lineEnd) {
      const record = first.length < most ? text.slice(start, at) : '';
      if (record ? record.trim() !== '' : hasText(text, start, at)) {
        records++;
        if (first.length < most) {
          first.push(record.replace(/\r$/, ''));
        }
      }
      start = at + 1;
    }
  }
  return { records, first };
}

/** A field in quotation marks begins with one; inches and feet do not. */
function mayOpen(text: string, at: number, start: number): boolean {
  const before = text[at - 1];
  return (
    at === start ||
    before === '"' ||
    before === ' ' ||
    SEPARATORS.includes(before)
  );
}

function hasText(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) > 32) {
      return true;
    }
  }
  return false;
}

/**
 * The separator that splits the header into the most fields, and every other
 * record into as many; if none is that regular, the one with the most fields in
 * the header.
 */
function sniffSeparator(records: string[]): string {
  const scored = SEPARATORS.map(separator => {
    const counts = records.map(record => fields(record, separator).length);
    const regular = counts.every(one => one === counts[0]);
    return { separator, fields: counts[0] ?? 1, regular };
  });
  const best = (some: typeof scored) =>
    some.reduce((a, b) => (b.fields > a.fields ? b : a), some[0]);
  const regular = scored.filter(one => one.regular && one.fields > 1);
  return (regular.length > 0 ? best(regular) : best(scored)).separator;
}

function fields(record: string, separator: string): string[] {
  const found: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= record.length; at++) {
    const character = record[at];
    if (character === undefined || (character === separator && !quoted)) {
      found.push(unquoted(record.slice(start, at)));
      start = at + 1;
    } else if (character === '"' && (quoted || mayOpen(record, at, start))) {
      quoted = !quoted;
    }
  }
  return found;
}

function unquoted(field: string): string {
  const plain = field.trim();
  return plain.length > 1 && plain.startsWith('"') && plain.endsWith('"')
    ? plain.slice(1, -1).replaceAll('""', '"')
    : plain;
}

/**
 * Names of columns that may be said although no value may; null if it cannot be
 * told that the first record is a header. Each is one line of at most 60
 * characters without quotation marks, and no number, date or address. Under it
 * stand numbers or dates, or most names look otherwise than what is below them.
 */
export function columnNames(
  sample: readonly (readonly string[])[]
): string[] | null {
  const [header = [], ...rows] = sample;
  const names = header.map((name, at) => ({
    name,
    below: rows.map(row => row[at] ?? '').filter(value => !MISSING.test(value))
  }));
  const isPlain =
    header.length > 0 &&
    new Set(header).size === header.length &&
    rows.every(row => row.length === header.length) &&
    header.every((name, at) =>
      // pandas writes its column of row numbers without a name.
      name === '' ? at === 0 : mayBeName(name)
    );
  const isAbove =
    names.some(
      ({ name, below }) =>
        below.length > 0 &&
        below.every((each, at) =>
          name === '' ? each === String(at) : DATA.test(each)
        )
    ) ||
    names.filter(
      ({ name, below }) =>
        below.length > 0 && below.every(each => look(each) !== look(name))
    ).length *
      2 >
      header.length;
  return isPlain && isAbove ? [...header] : null;
}

const MAX_NAME = 60;

/** Whether a text may be the name of a column: short, and no usual value. */
export function mayBeName(text: string): boolean {
  return (
    text.length <= MAX_NAME &&
    !/["\r\n]/.test(text) &&
    !DATA.test(text) &&
    !MISSING.test(text)
  );
}

/** A number, a date or an e-mail address: not a column name. */
const DATA = /^[-+]?[\d.,]+(e[-+]?\d+)?%?$|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|@/i;

const MISSING = /^(?:|-|n\/?a|nan|null|none|nil|missing|unknown|\?)$/i;

/** "Ada Lovelace" and "Bob Ray" look alike, "first_name" does not. */
function look(text: string): string {
  return text
    .slice(0, MAX_NAME)
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{L}+/gu, letters => (letters.startsWith('A') ? 'A' : 'a'))
    .replace(/\p{N}+/gu, '9');
}
