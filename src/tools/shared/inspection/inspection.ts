/** Maximum number of variables and of columns that are described. */
export const MAX_VARIABLES = 40;
export const MAX_COLUMNS = 60;

/** The JSON that inspection code prints, in any language. */
export interface IInspection {
  variables: IVariable[];
  /** Names of variables beyond `MAX_VARIABLES`. */
  more: string[];
  /** Requested names that aren't defined. */
  unknown: string[];
}

export interface IVariable {
  name: string;
  type: string;
  /** Length of each dimension; null if counting would compute it. */
  shape?: (number | null)[];
  /** For arrays and series. */
  dtype?: string;
  /** A short literal, for simple values only. */
  value?: string;
  /** "lazy, nothing was computed", "4 partitions", "on cuda:0" */
  note?: string;
  columns?: IColumn[];
  /** Number of columns beyond `MAX_COLUMNS`. */
  moreColumns?: number;
}

export interface IColumn {
  name: string;
  dtype: string;
  /**
   * Missing values; null if the table is too large to count, absent if counting
   * would compute it.
   */
  missing?: number | null;
  /** Distinct values; absent or null if they can't be counted cheaply. */
  distinct?: number | null;
  samples?: string[];
}

/** The same without any values from the person's data. */
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

/** @returns null if the text is not an inspection. */
export function parseInspection(printed: string): IInspection | null {
  try {
    const value: unknown = JSON.parse(printed.trim().split('\n').pop() ?? '');
    return typeof value === 'object' && value !== null && 'variables' in value
      ? (value as IInspection)
      : null;
  } catch {
    // Not JSON: the kernel printed an error, which the caller reports.
    return null;
  }
}
