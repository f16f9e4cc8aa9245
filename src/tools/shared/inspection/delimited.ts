/** The content of a CSV-like text, as far as it can be told without a real parser. */
export interface IDelimited {
  /** "," ";" "|" or a tab. */
  separator: string;
  /** Number of records, not counting the header. */
  rows: number;
  columns: number;
}

const SEPARATORS = [',', ';', '\t', '|'];

/** Number of lines used to guess the separator. */
const SAMPLE = 20;

/**
 * Counts records and fields in a whole file; a line break inside quotes does
 * not end a record.
 */
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
 * Column names; null if the first record looks like data rather than names,
 * because the first row of a table without a header must not be revealed.
 */
export function headerNames(text: string): string[] | null {
  const records = splitRecords(text);
  if (records.length === 0) {
    return null;
  }
  const separator = sniffSeparator(records.slice(0, SAMPLE));
  const names = values(records[0], separator);
  // pandas writes its column of row numbers without a name.
  const plain = names.every(
    (name, index) => !DATA.test(name) && (name !== '' || index === 0)
  );
  return plain && new Set(names).size === names.length ? names : null;
}

/** A number, a date or an e-mail address: not a column name. */
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
 * The separator that splits the header into the most fields, and every other
 * record into as many; if none is that regular, the one with the most fields in
 * the header.
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
