import { mayBeName } from '../../../contract';
import { printedJson } from '../code/python-code';

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
  /** False if it can't be told that the labels of its columns come from a header. */
  header?: boolean;
  /** Number of columns beyond `MAX_COLUMNS`. */
  moreColumns?: number;
}

export interface IColumn {
  /** Null if it is withheld. */
  name: string | null;
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

/**
 * The same without any values from the person's data. Labels are values where a
 * table was turned or spread out, and of a type only the class is said. In a
 * table where a label may be a value none is said.
 */
export function withoutValues(inspection: IInspection): IInspection {
  return {
    ...inspection,
    variables: inspection.variables.map(variable => {
      const { value: _value, dtype, columns, header, note, ...rest } = variable;
      const isNamed =
        header !== false && !!columns?.every(({ name }) => isPlainLabel(name));
      return {
        ...rest,
        type: className(rest.type),
        ...(dtype === undefined ? {} : { dtype: className(dtype) }),
        ...(columns && {
          columns: columns.map(({ samples: _samples, ...column }) => ({
            ...column,
            name: isNamed ? column.name : null,
            dtype: className(column.dtype)
          }))
        }),
        note:
          columns?.length && !isNamed
            ? [note, 'labels withheld: they may be values']
                .filter(Boolean)
                .join('; ')
            : note
      };
    })
  };
}

/** `datetime64[ns, UTC]`, but not the categories of an enumeration. */
export function className(type: string): string {
  const [name = 'unknown'] =
    /^[<>|=]?[a-z_][\w.]{0,59}(?:\[[a-z]\w{0,30}(?:, [a-z_/+-]{1,40})?\])?/i.exec(
      type
    ) ?? [];
  return name;
}

/**
 * Whether a label looks like the name of a column: no number, date or address,
 * and no second word in capitals, as in the name of a person or a place.
 */
export function isPlainLabel(label: string | null): boolean {
  return (
    label !== null &&
    mayBeName(label) &&
    /^[\p{L}_]/u.test(label) &&
    !/[^\p{L}\p{N}]\p{Lu}\p{Ll}/u.test(label)
  );
}

/** @returns null if the text is not an inspection. */
export function parseInspection(printed: string): IInspection | null {
  const found = printedJson(printed);
  return typeof found === 'object' && found !== null && 'variables' in found
    ? (found as IInspection)
    : null;
}
