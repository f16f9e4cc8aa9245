import type { IColumn, IInspection, IVariable } from './inspection';
import { formatCount } from '../text/format-size';

/** Names listed beyond the limit of described ones. */
const MAX_NAMES = 100;

/** Variables as a model reads them: one line each, plus one per column. */
export function inspectionText({
  variables,
  more,
  unknown
}: IInspection): string {
  const lines = variables.flatMap(variableLines);
  if (more.length > 0) {
    lines.push(
      `… ${formatCount(more.length)} more: ${more.slice(0, MAX_NAMES).join(', ')}`
    );
  }
  if (unknown.length > 0) {
    lines.push(`Not defined: ${unknown.join(', ')}.`);
  }
  return lines.length > 0 ? lines.join('\n') : 'No variables are defined yet.';
}

function variableLines(variable: IVariable): string[] {
  const { columns, moreColumns } = variable;
  return [
    variableLine(variable),
    ...(columns ?? []).map((column, at) => columnLine(column, at)),
    ...(moreColumns ? [`  … ${formatCount(moreColumns)} more columns`] : [])
  ];
}

/** `df: DataFrame 344 rows × 8 columns`, `x: ndarray (3, 4) float64` */
function variableLine({
  name,
  type,
  shape,
  dtype,
  value,
  note,
  columns
}: IVariable): string {
  const isTable = columns !== undefined && shape?.length === 2;
  return [
    `${name}: ${type}`,
    shape ? (isTable ? tableSize(shape) : arraySize(shape)) : '',
    dtype ? ` ${dtype}` : '',
    note ? ` (${note})` : '',
    value === undefined ? '' : ` = ${value}`
  ].join('');
}

function tableSize([rows, width]: (number | null)[]): string {
  const columns = `${formatCount(width ?? 0)} columns`;
  return rows === null
    ? ` ${columns}, rows not counted`
    : ` ${formatCount(rows)} rows × ${columns}`;
}

function arraySize(shape: (number | null)[]): string {
  return ` (${shape.map(length => length ?? '?').join(', ')})`;
}

/** `  "species": str, 0 missing, 3 distinct: 'Adelie', 'Gentoo'` */
function columnLine(
  { name, dtype, missing, distinct, samples }: IColumn,
  at: number
): string {
  const facts = [dtype];
  if (missing === null) {
    facts.push('missing not counted');
  } else if (missing !== undefined) {
    facts.push(`${formatCount(missing)} missing`);
  }
  if (typeof distinct === 'number') {
    facts.push(`${formatCount(distinct)} distinct`);
  }
  const shown = samples?.length ? `: ${samples.join(', ')}` : '';
  return `  ${name === null ? `column ${at + 1}` : JSON.stringify(name)}: ${facts.join(', ')}${shown}`;
}
