import type { IProfile } from '../reading/profile';
import { list, quote } from '../reading/quote';
import type { Aggregate, IWishes } from '../reading/wishes';

/** Columns a table can have before pandas omits some. */
const MAX_MEASURES = 5;

/** Maximum number of values in a count. */
const MAX_VALUES = 12;

/** A cell that shows a table, and what the table will contain. */
export interface ITableCell {
  code: string;
  kind:
    'groups' | 'counts' | 'correlations' | 'periods' | 'quantiles' | 'other';
  /** Names of its columns, in order; used to parse the output. */
  columns: string[];
  by?: string;
  aggregate?: Aggregate;
}

/** The measures a job looks at, requested ones first. */
export function measuresOf(profile: IProfile, wishes: IWishes): string[] {
  return [...new Set([...wishes.measures, ...profile.measures])].slice(
    0,
    MAX_MEASURES
  );
}

/** The column a job groups by; undefined if none is suitable. */
export function groupColumn(
  profile: IProfile,
  wishes: IWishes
): string | undefined {
  const fitting = profile.categories.filter(
    name => !wishes.notBy.includes(name)
  );
  return wishes.by ?? fitting[0];
}

/** Possible summaries of the columns, best first. */
export function summaryCells(profile: IProfile, wishes: IWishes): ITableCell[] {
  const df = profile.variable;
  const measures = measuresOf(profile, wishes);
  const counts = `print(f"{len(${df}):,} rows, {${df}.shape[1]} columns, {${df}.duplicated().sum():,} duplicate rows")`;
  return [
    measures.length > 0
      ? {
          code: `${counts}\n${df}[${list(measures)}].describe().round(2)`,
          kind: 'other',
          columns: measures
        }
      : {
          code: `${counts}\n${df}.describe(include="all")`,
          kind: 'other',
          columns: []
        },
    { code: `${counts}\n${df}.info()`, kind: 'other', columns: [] }
  ];
}

/** Possible comparisons of the columns, best first. */
export function comparisonCells(
  profile: IProfile,
  wishes: IWishes
): ITableCell[] {
  const df = profile.variable;
  const measures = measuresOf(profile, wishes);
  const by = groupColumn(profile, wishes);
  const cells: ITableCell[] = [];
  if (by !== undefined && measures.length > 0) {
    const others: Aggregate[] = ['mean', 'median', 'max'];
    const aggregates = new Set([
      ...(wishes.aggregate ? [wishes.aggregate] : []),
      ...others
    ]);
    const [first, ...rest] = [...aggregates];
    cells.push(groupTable(df, by, measures, first));
    const other = profile.categories.find(
      name => name !== by && !wishes.notBy.includes(name)
    );
    cells.push(
      ...rest.map(aggregate => groupTable(df, by, measures, aggregate))
    );
    if (other !== undefined) {
      cells.push(groupTable(df, other, measures, first));
    }
  }
  if (profile.dates.length > 0 && measures.length > 0 && by === undefined) {
    cells.push(periodTable(df, profile.dates[0], measures));
  }
  if (measures.length >= 2) {
    cells.push(correlationTable(df, measures));
  }
  const counted = by ?? profile.texts.find(name => countable(profile, name));
  if (counted !== undefined) {
    cells.push(countTable(df, counted));
  }
  if (measures.length > 0) {
    cells.push({
      code: `${df}[${list(measures)}].quantile([0, 0.25, 0.5, 0.75, 1]).round(2)`,
      kind: 'quantiles',
      columns: measures
    });
  } else if (profile.texts.length > 0) {
    cells.push(countTable(df, profile.texts[0]));
  }
  return cells;
}

/** How strongly numeric columns correlate. */
export function correlationTable(df: string, measures: string[]): ITableCell {
  return {
    code: `${df}[${list(measures)}].corr().round(2)`,
    kind: 'correlations',
    columns: measures
  };
}

function groupTable(
  df: string,
  by: string,
  measures: string[],
  aggregate: Aggregate
): ITableCell {
  const size =
    ['rows', 'count', 'group size'].find(name => !measures.includes(name)) ??
    'rows in group';
  return {
    code: [
      `table = ${df}.groupby(${quote(by)})[${list(measures)}].${aggregate}().round(2)`,
      `table.insert(0, ${quote(size)}, ${df}.groupby(${quote(by)}).size())`,
      'table'
    ].join('\n'),
    kind: 'groups',
    columns: [size, ...measures],
    by,
    aggregate
  };
}

function periodTable(df: string, date: string, measures: string[]): ITableCell {
  return {
    code: `${df}.groupby(${df}[${quote(date)}].dt.strftime("%Y-%m"))[${list(measures)}].mean().round(2)`,
    kind: 'periods',
    columns: measures,
    by: date,
    aggregate: 'mean'
  };
}

function countTable(df: string, column: string): ITableCell {
  return {
    code: `${df}[${quote(column)}].value_counts().head(${MAX_VALUES}).to_frame("rows")`,
    kind: 'counts',
    columns: ['rows'],
    by: column
  };
}

/** Whether counting the values would show repetition. */
function countable(profile: IProfile, name: string): boolean {
  const column = profile.columns.find(each => each.name === name);
  return (
    column?.distinct !== null &&
    column?.distinct !== undefined &&
    column.distinct < profile.rows
  );
}
