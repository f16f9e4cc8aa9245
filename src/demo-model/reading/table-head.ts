/** How a delimited file has to be read, judged by its head. */
export interface ITableHead {
  separator: string;
  /** Set if numbers have a decimal comma. */
  decimalComma: boolean;
  /** Set if numbers have a dot between thousands. */
  thousandsDot: boolean;
  /** Names of columns that hold dates. */
  dates: string[];
  /** Set if dates begin with the day. */
  dayFirst: boolean;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?.*)?$/;
const DAY_FIRST = /^\d{1,2}\.\d{1,2}\.\d{4}/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/\d{4}/;

/** Parses the result of `read_file`; its first line names the separator. */
export function readTableHead(answer: string, path: string): ITableHead {
  const [facts = '', ...body] = answer.split('\n');
  const told = /separator (?:"(.)"|tab)/.exec(facts);
  const separator = told ? (told[1] ?? '\t') : defaultSeparator(path);
  const lines = told
    ? body.filter(line => !/^… .* left out …$/.test(line)).slice(0, 12)
    : [];
  const [names = [], ...rows] = lines.map(line => fields(line, separator));
  const columns = names.map((name, index) => ({
    name,
    values: rows
      .map(row => row[index] ?? '')
      .filter(value => !/^(|NA|N\/A|NaN|null)$/i.test(value))
  }));
  const values = columns.flatMap(column => column.values);
  const decimalComma =
    separator !== ',' && values.some(value => /^-?\d[\d.]*,\d+$/.test(value));
  const dates = columns.filter(
    column =>
      column.name !== '' &&
      column.values.length > 0 &&
      column.values.every(isDate)
  );
  return {
    separator,
    decimalComma,
    thousandsDot:
      decimalComma &&
      values.some(value => /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(value)),
    dates: dates.map(column => column.name),
    dayFirst: dates.some(column =>
      column.values.some(
        value =>
          DAY_FIRST.test(value) || Number(SLASHED.exec(value)?.[1] ?? 0) > 12
      )
    )
  };
}

function isDate(value: string): boolean {
  return ISO_DATE.test(value) || DAY_FIRST.test(value) || SLASHED.test(value);
}

function defaultSeparator(path: string): string {
  return /\.(tsv|tab)$/i.test(path) ? '\t' : ',';
}

function fields(line: string, separator: string): string[] {
  const found: string[] = [];
  let field = '';
  let quoted = false;
  for (const char of line) {
    if (char === '"') {
      quoted = !quoted;
    } else if (char === separator && !quoted) {
      found.push(field.trim());
      field = '';
    } else {
      field += char;
    }
  }
  return [...found, field.trim()];
}
