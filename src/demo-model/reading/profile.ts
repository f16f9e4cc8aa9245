/** A column, as reported by `inspect_variables`. */
export interface IColumnFacts {
  name: string;
  dtype: string;
  missing: number;
  /** null if it was not counted. */
  distinct: number | null;
}

/** A data frame, and what its columns can be used for. */
export interface IProfile {
  variable: string;
  rows: number;
  columns: IColumnFacts[];
  /** Numeric columns for which a mean makes sense. */
  measures: string[];
  /** Columns suitable for grouping, best first. */
  categories: string[];
  dates: string[];
  /** Other text columns. */
  texts: string[];
}

/** Maximum number of groups for a small table and a legend. */
const MAX_GROUPS = 12;

/** Every data frame in a result of `inspect_variables`. */
export function readProfiles(answer: string): IProfile[] {
  const profiles: { variable: string; rows: number; lines: string[] }[] = [];
  for (const line of answer.split('\n')) {
    const frame = /^(\S+): DataFrame ([\d,]+) rows × [\d,]+ columns$/.exec(
      line
    );
    if (frame) {
      profiles.push({
        variable: frame[1],
        rows: number(frame[2]),
        lines: []
      });
    } else if (line.startsWith('  "')) {
      profiles.at(-1)?.lines.push(line);
    } else if (!line.startsWith('  ')) {
      // Another variable, whose columns do not belong to the frame.
      profiles.push({ variable: '', rows: 0, lines: [] });
    }
  }
  return profiles
    .filter(profile => profile.variable !== '')
    .map(({ variable, rows, lines }) => {
      const columns = lines.map(columnFacts).filter(column => column !== null);
      return { variable, rows, columns, ...roles(columns, rows) };
    });
}

function columnFacts(line: string): IColumnFacts | null {
  const named = /^ {2}("(?:[^"\\]|\\.)*"): (.*)$/.exec(line);
  const facts =
    named &&
    /^(.*?), (?:([\d,]+) missing|missing not counted)(?:, ([\d,]+) distinct)?(?::|$)/.exec(
      named[2]
    );
  if (!named || !facts) {
    return null;
  }
  return {
    name: JSON.parse(named[1]) as string,
    dtype: facts[1],
    missing: facts[2] === undefined ? 0 : number(facts[2]),
    distinct: facts[3] === undefined ? null : number(facts[3])
  };
}

function roles(
  columns: IColumnFacts[],
  rows: number
): Pick<IProfile, 'measures' | 'categories' | 'dates' | 'texts'> {
  const usable = columns.filter(column => column.distinct !== 0);
  const dates = usable.filter(column => /^datetime/.test(column.dtype));
  const numbers = usable.filter(column =>
    /^(u?int|float|decimal)/i.test(column.dtype)
  );
  const others = usable.filter(
    column => !dates.includes(column) && !numbers.includes(column)
  );
  const labels = others.filter(column => isGroup(column, rows));
  const levels = numbers.filter(
    column =>
      /^u?int/i.test(column.dtype) &&
      (column.distinct ?? Infinity) <= (isYear(column) ? MAX_GROUPS : 6) &&
      isGroup(column, rows)
  );
  return {
    measures: names(
      numbers.filter(
        column =>
          !isId(column, rows) &&
          !isYear(column) &&
          !levels.includes(column) &&
          (column.distinct ?? 2) > 1
      )
    ),
    // Three to six groups are easiest to read; fewer say less, more look
    // crowded.
    categories: names([
      ...[...labels].sort((a, b) => crowding(a) - crowding(b)),
      ...levels
    ]),
    dates: names(dates),
    texts: names(others.filter(column => !labels.includes(column)))
  };
}

function isGroup(column: IColumnFacts, rows: number): boolean {
  const { distinct } = column;
  return (
    distinct !== null &&
    distinct >= 2 &&
    distinct <= MAX_GROUPS &&
    // Values that hardly repeat are names rather than groups.
    distinct * 1.5 <= rows
  );
}

function crowding({ distinct }: IColumnFacts): number {
  const groups = distinct ?? Infinity;
  return groups < 3 ? 3 : Math.max(0, groups - 6);
}

function isYear({ name, dtype }: IColumnFacts): boolean {
  return (
    /^u?int/i.test(dtype) &&
    /(^|[^a-z])(year|jahr|année|año)([^a-z]|$)/i.test(name)
  );
}

function isId(column: IColumnFacts, rows: number): boolean {
  const named =
    /(^|[^a-z])(id|nr|no|index|key|zip|plz|phone|code|rank|row)$/i.test(
      column.name
    ) || /^(id|#)|^unnamed: 0$/i.test(column.name);
  const running =
    /^u?int/i.test(column.dtype) && rows > 10 && column.distinct === rows;
  return running && named
    ? true
    : /^unnamed: 0$/i.test(column.name) ||
        (named && /^u?int/i.test(column.dtype));
}

function names(columns: IColumnFacts[]): string[] {
  return columns.map(column => column.name);
}

function number(text: string): number {
  return Number(text.replaceAll(',', ''));
}
