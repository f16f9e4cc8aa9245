import { readDelimited } from '../contract/text/delimited';

/** A data frame, and what its columns can be used for. */
export interface IProfile {
  variable: string;
  rows: number;
  columns: IColumn[];
  /** Numeric columns for which a mean makes sense. */
  measures: string[];
  /** Columns suitable for grouping, best first. */
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

/** How a delimited file has to be read: options of `read_csv`. */
export interface ITableHead {
  options: string[];
  /** Those that make columns dates. */
  dates: string[];
}

/** Maximum number of groups for a small table and a legend. */
const MAX_GROUPS = 12;

/** Every data frame in a result of `inspect_variables`. */
export function readProfiles(answer: string): IProfile[] {
  return answer.split(/\n(?! )/).flatMap(part => {
    const [first, ...lines] = part.split('\n');
    const frame = /^(\S+): DataFrame ([\d,]+) rows × [\d,]+ columns$/.exec(
      first
    );
    if (!frame) {
      return [];
    }
    const columns = lines.flatMap(readColumn);
    const rows = count(frame[2]);
    return [{ variable: frame[1], rows, columns, ...roles(columns, rows) }];
  });
}

function readColumn(line: string): IColumn[] {
  const found =
    /^ {2}("(?:[^"\\]|\\.)*"): (.*?), (?:([\d,]+) missing|missing not counted)(?:, ([\d,]+) distinct)?(?::|$)/.exec(
      line
    );
  return found
    ? [
        {
          name: JSON.parse(found[1]) as string,
          dtype: found[2],
          missing: count(found[3] ?? '0'),
          distinct: found[4] === undefined ? null : count(found[4])
        }
      ]
    : [];
}

function count(text: string): number {
  return Number(text.replaceAll(',', ''));
}

function roles(columns: IColumn[], rows: number) {
  const usable = columns.filter(({ distinct }) => distinct !== 0);
  const dates = usable.filter(({ dtype }) => dtype.startsWith('datetime'));
  const numbers = usable.filter(({ dtype }) =>
    /^(u?int|float|decimal)/i.test(dtype)
  );
  const others = usable.filter(
    column => !dates.includes(column) && !numbers.includes(column)
  );
  const isGroup = ({ distinct }: IColumn) =>
    distinct !== null &&
    distinct >= 2 &&
    distinct <= MAX_GROUPS &&
    // Values that hardly repeat are names rather than groups.
    distinct * 1.5 <= rows;
  const isWhole = ({ dtype }: IColumn) => /^u?int/i.test(dtype);
  const isYear = (column: IColumn) =>
    isWhole(column) &&
    /(^|[^a-z])(year|jahr|année|año)([^a-z]|$)/i.test(column.name);
  const labels = others.filter(isGroup);
  const levels = numbers.filter(
    column =>
      isWhole(column) &&
      isGroup(column) &&
      (isYear(column) || Number(column.distinct) <= 6)
  );
  // Three to six groups are easiest to read; fewer say less, more look crowded.
  const crowding = ({ distinct }: IColumn) =>
    Number(distinct) < 3 ? 3 : Math.max(0, Number(distinct) - 6);
  const names = (some: IColumn[]) => some.map(({ name }) => name);
  return {
    measures: names(
      numbers.filter(
        column =>
          !levels.includes(column) &&
          !isYear(column) &&
          !(isWhole(column) && ID.test(column.name)) &&
          (column.distinct ?? 2) > 1
      )
    ),
    categories: names([
      ...labels.sort((a, b) => crowding(a) - crowding(b)),
      ...levels
    ]),
    dates: names(dates),
    texts: names(others.filter(column => !labels.includes(column)))
  };
}

/** Names of columns that number rows rather than measure anything. */
const ID =
  /(^|[^a-z])(id|nr|no|index|key|zip|plz|phone|code|rank|row)$|^(id|#)|^unnamed: 0$/i;

const DATE =
  /^(\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?.*)?$|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\/\d{1,2}\/\d{4})/;

/** Reads a result of `read_file`; its first line names the separator. */
export function readTableHead(answer: string, path: string): ITableHead {
  const [facts = '', ...body] = answer.split('\n');
  const named = /separator (?:"(.)"|tab)/.exec(facts);
  const isTabbed = named ? !named[1] : /\.(tsv|tab)$/i.test(path);
  const separator = isTabbed ? '\t' : (named?.[1] ?? ',');
  const [names = [], ...rows] = named
    ? readDelimited(
        body
          .filter(line => !/^… .* left out …$/.test(line))
          .slice(0, 12)
          .join('\n')
      ).sample
    : [];
  const columns = names.map((name, index) => ({
    name,
    values: rows
      .map(row => (row[index] ?? '').trim())
      .filter(value => !/^(|NA|N\/A|NaN|null)$/i.test(value))
  }));
  const values = columns.flatMap(column => column.values);
  const isComma =
    separator !== ',' && values.some(value => /^-?\d[\d.]*,\d+$/.test(value));
  const hasThousands = values.some(value =>
    /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(value)
  );
  const dates = columns.filter(
    column =>
      column.name !== '' &&
      column.values.length > 0 &&
      column.values.every(value => DATE.test(value))
  );
  const dayFirst = dates.some(column =>
    column.values.some(
      value =>
        /^\d+\./.test(value) || Number(/^(\d+)\//.exec(value)?.[1] ?? 0) > 12
    )
  );
  return {
    options: [
      ...(separator === ',' ? [] : [`sep=${JSON.stringify(separator)}`]),
      ...(isComma ? ['decimal=","'] : []),
      ...(isComma && hasThousands ? ['thousands="."'] : [])
    ],
    dates:
      dates.length === 0
        ? []
        : [
            `parse_dates=[${dates.map(({ name }) => JSON.stringify(name)).join(', ')}]`,
            ...(dayFirst ? ['dayfirst=True'] : [])
          ]
  };
}
