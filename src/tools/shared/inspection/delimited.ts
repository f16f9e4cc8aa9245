/** What a CSV-like text holds, as far as it can be told without a parser's help. */
export interface IDelimited {
  /** "," ";" "|" or a tab. */
  separator: string;
  /** Records without the header. */
  rows: number;
  columns: number;
}

const SEPARATORS = [',', ';', '\t', '|'];

/** Lines the separator is judged by. */
const SAMPLE = 20;

/** Counts records and fields of a whole file; quoted line ends are no ends. */
export function delimited(text: string): IDelimited {
  const records = splitRecords(text);
  const sample = records.slice(0, SAMPLE);
  const separator = sniffSeparator(sample);
  return {
    separator,
    rows: Math.max(0, records.length - 1),
    columns: sample.length > 0 ? fields(sample[0], separator) : 0
  };
}

/**
 * Names of the columns; null where the first record looks like a record of data
 * and not like names: a table without a header must not tell its first row.
 */
export function headerNames(text: string): string[] | null {
  const records = splitRecords(text);
  if (records.length === 0) {
    return null;
  }
  const separator = sniffSeparator(records.slice(0, SAMPLE));
  const names = values(records[0], separator);
  // The column of row numbers that pandas writes has no name.
  const plain = names.every(
    (name, index) => !DATA.test(name) && (name !== '' || index === 0)
  );
  return plain && new Set(names).size === names.length ? names : null;
}

/** A number, a date, or an address of mail: no name of a column. */
const DATA = /^[-+]?[\d.,]+(e[-+]?\d+)?%?$|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|@/i;

function values(record: string, separator: string): string[] {
  const found: string[] = [];
  let value = '';
  let quoted = false;
  for (const character of record) {
    if (character === '"') {
      quoted = !quoted;
    } else if (character === separator && !quoted) {
      found.push(value.trim());
      value = '';
    } else {
      value += character;
    }
  }
  return [...found, value.trim()];
}

/**
 * The separator that splits the header into most fields and every other record
 * into as many; where none is that regular, the one with most in the header.
 */
function sniffSeparator(records: string[]): string {
  const scored = SEPARATORS.map(separator => {
    const counts = records.map(record => fields(record, separator));
    const regular = counts.every(one => one === counts[0]);
    return { separator, fields: counts[0] ?? 1, regular };
  });
  const best = (some: typeof scored) =>
    some.reduce((a, b) => (b.fields > a.fields ? b : a), some[0]);
  const regular = scored.filter(one => one.regular && one.fields > 1);
  return (regular.length > 0 ? best(regular) : best(scored)).separator;
}

function splitRecords(text: string): string[] {
  const records: string[] = [];
  let record = '';
  for (const line of text.split(/\r?\n/)) {
    record = record ? `${record}\n${line}` : line;
    if (quotes(record) % 2 === 0) {
      if (record.trim() !== '') {
        records.push(record);
      }
      record = '';
    }
  }
  if (record.trim() !== '') {
    records.push(record);
  }
  return records;
}

function quotes(text: string): number {
  return text.split('"').length - 1;
}

function fields(record: string, separator: string): number {
  return record.replace(/"[^"]*"/g, '').split(separator).length;
}
