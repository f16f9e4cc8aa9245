/** Variables and columns that are told at most. */
export const MAX_VARIABLES = 40;
export const MAX_COLUMNS = 60;

/** What inspection code prints, as JSON, in whatever language. */
export interface IInspection {
  variables: IVariable[];
  /** Names beyond `MAX_VARIABLES`. */
  more: string[];
  /** Names that were asked for and aren't defined. */
  unknown: string[];
}

export interface IVariable {
  name: string;
  type: string;
  /** Lengths of its dimensions; null where counting would compute it. */
  shape?: (number | null)[];
  /** Of arrays and series. */
  dtype?: string;
  /** A short literal, of plain values only. */
  value?: string;
  /** "lazy, nothing was computed", "4 partitions", "on cuda:0" */
  note?: string;
  columns?: IColumn[];
  /** Columns beyond `MAX_COLUMNS`. */
  moreColumns?: number;
}

export interface IColumn {
  name: string;
  dtype: string;
  /** Missing values; null where the table is too large to count, absent where
   * counting would compute it. */
  missing?: number | null;
  /** Distinct values; absent or null where they can't be counted cheaply. */
  distinct?: number | null;
  samples?: string[];
}

/** The same without any value of the person's data. */
export function withoutValues(inspection: IInspection): IInspection {
  return {
    ...inspection,
    variables: inspection.variables.map(({ value: _value, ...variable }) => ({
      ...variable,
      ...(variable.columns
        ? {
            columns: variable.columns.map(
              ({ samples: _samples, ...column }) => column
            )
          }
        : {})
    }))
  };
}

/** @returns null when what was printed is no inspection. */
export function parseInspection(printed: string): IInspection | null {
  try {
    const value: unknown = JSON.parse(printed.trim().split('\n').pop() ?? '');
    return typeof value === 'object' && value !== null && 'variables' in value
      ? (value as IInspection)
      : null;
  } catch {
    // Not JSON: the kernel printed an error; the caller says so.
    return null;
  }
}
