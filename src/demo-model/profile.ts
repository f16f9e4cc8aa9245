import { readDelimited } from '../contract/text/delimited';

/** A data frame, and what its columns can be used for. */
export interface IProfile {
  variable: string;
  rows: number;
  columns: IColumn[];
  /** Numeric columns for which a mean makes sense. */
  measures: string[];
  /** Columns suitable for grouping, words before numbers. */
  categories: string[];
  dates: string[];
  /** Other text columns. */
  texts: string[];
}

interface IColumn {
  name: string;
  dtype: string;
  missing: number;
  /** null if it was not counted. */
  distinct: number | null;
}

/** Every data frame in a result of `inspect_variables`. */
export function readProfiles(answer: string): IProfile[] {
  return answer.split(/\n(?! )/).flatMap(part => {
    const [first, ...lines] = part.split('\n');
    const [, variable, size] =
      /^(\S+): DataFrame ([\d,]+) rows × [\d,]+ columns$/.exec(first) ?? [];
    const rows = count(size ?? '');
    const columns = lines.flatMap(readColumn);
    return variable
      ? [{ variable, rows, columns, ...roles(columns, rows) }]
      : [];
  });
}

function readColumn(line: string): IColumn[] {
  const [, name, dtype = '', missing = '0', distinct] =
    /^ {2}("(?:[^"\\]|\\.)*"): (.*?), (?:([\d,]+) missing|missing not counted)(?:, ([\d,]+) distinct)?(?::|$)/.exec(
      line
    ) ?? [];
  return name === undefined
    ? []
    : [
        {
          name: JSON.parse(name) as string,
          dtype,
          missing: count(missing),
          distinct: distinct === undefined ? null : count(distinct)
        }
      ];
}

const count = (text: string): number => Number(text.replaceAll(',', ''));

/** Names of columns that number rows rather than measure anything. */
const ID =
  /(^|[^a-z])(id|nr|no|index|key|zip|plz|phone|code|rank|row)$|^(id|#)|^unnamed: 0$/i;
const YEAR = /(^|[^a-z])(year|jahr|année|año)([^a-z]|$)/i;

function roles(columns: IColumn[], rows: number) {
  const measures: string[] = [];
  const dates: string[] = [];
  const texts: string[] = [];
  const words: string[] = [];
  const numbers: string[] = [];
  for (const { name, dtype, distinct } of columns) {
    const isWhole = /^u?int/i.test(dtype);
    const isNumber = isWhole || /^(float|decimal)/i.test(dtype);
    // Values that hardly repeat are names rather than groups.
    const most = isWhole && !YEAR.test(name) ? 6 : 12;
    const isGroup =
      Number(distinct) >= 2 && Number(distinct) <= Math.min(most, rows / 1.5);
    if (distinct === 0) {
      continue;
    } else if (dtype.startsWith('datetime')) {
      dates.push(name);
    } else if (!isNumber) {
      (isGroup ? words : texts).push(name);
    } else if (isWhole && isGroup) {
      numbers.push(name);
    } else if (
      distinct !== 1 &&
      !(isWhole && (ID.test(name) || YEAR.test(name)))
    ) {
      measures.push(name);
    }
  }
  return { measures, dates, texts, categories: [...words, ...numbers] };
}

const DATE =
  /^(\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?.*)?$|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\/\d{1,2}\/\d{4})/;

/**
 * How a delimited file has to be read, from a result of `read_file`.
 *
 * @returns options of `read_csv`.
 */
export function readTableHead(answer: string): string[] {
  const [facts, ...body] = answer.split('\n');
  const named = /separator (?:"(.)"|tab)/.exec(facts);
  const separator = named ? (named[1] ?? '\t') : ',';
  const lines = body.filter(line => !/^… .* left out …$/.test(line));
  const [names = [], ...rows] = named
    ? readDelimited(lines.slice(0, 12).join('\n')).sample
    : [];
  const columns = names.map((name, index) => ({
    name,
    values: rows
      .map(row => (row[index] ?? '').trim())
      .filter(value => !/^(|NA|N\/A|NaN|null)$/i.test(value))
  }));
  const has = (pattern: RegExp) =>
    columns.some(({ values }) => values.some(value => pattern.test(value)));
  const hasComma = separator !== ',' && has(/^-?\d[\d.]*,\d+$/);
  const dates = columns
    .filter(({ name, values }) => name && values[0] && values.every(isDate))
    .map(({ name }) => name);
  const options: [boolean, string][] = [
    [separator !== ',', `sep=${JSON.stringify(separator)}`],
    [hasComma, 'decimal=","'],
    [hasComma && has(/^-?\d{1,3}(\.\d{3})+(,\d+)?$/), 'thousands="."'],
    [
      dates.length > 0 && has(/^\d{1,2}\.\d|^(1[3-9]|[23]\d)\//),
      'dayfirst=True'
    ],
    [dates.length > 0, `parse_dates=[${dates.map(quote).join(', ')}]`]
  ];
  return options.flatMap(([applies, option]) => (applies ? [option] : []));
}

function isDate(value: string): boolean {
  return DATE.test(value);
}

/** A Python string literal; JSON's escapes are valid in Python too. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
