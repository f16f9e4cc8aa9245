/** A data frame, and what its columns can be used for. */
export interface IProfile {
  variable: string;
  rows: number;
  columns: IColumn[];
  /** Numeric columns for which a mean makes sense. */
  measures: string[];
  /** Columns suitable for grouping, words before numbers. */
  categories: string[];
  /** Other columns. */
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
  return { measures, texts, categories: [...words, ...numbers] };
}

/**
 * How a delimited file has to be read, from a result of `read_file`.
 *
 * @returns options of `read_csv`.
 */
export function readTableHead(answer: string): string[] {
  const other = /^.* separator (?:"([^,])"|tab)/.exec(answer);
  const hasComma = /(?:^|[;\t])-?\d+,\d+(?:[;\t]|$)/m.test(answer);
  return other
    ? [`sep="${other[1] ?? '\\t'}"`, ...(hasComma ? ['decimal=","'] : [])]
    : [];
}

/** A Python string literal; JSON's escapes are valid in Python too. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
