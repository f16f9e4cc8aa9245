import { z } from 'zod';
import type { IToolContext, IToolResult, ITool } from '../../contract';
import { pythonInspection } from '../shared/inspection/python-inspection';
import { rInspection } from '../shared/inspection/r-inspection';
import {
  parseInspection,
  withoutValues,
  type IColumn,
  type IInspection,
  type IVariable
} from '../shared/inspection/inspection';
import { kernelObjection } from '../shared/cells/insert-place';
import { inspectionFailure } from '../shared/cells/inspection-failure';
import { RESULT_BUDGET } from '../shared/text/output-text';
import { truncateText } from '../../contract/text/truncate-text';
import { formatCount } from '../../contract/text/format-size';

const schema = z.object({
  names: z.array(z.string()).optional()
});

export const inspectVariables: ITool<z.infer<typeof schema>> = {
  name: 'inspect_variables',
  description:
    'Types and shapes of variables; columns of tables with dtype, missing, distinct, samples.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  offered: ({ language = '' }) => inspectionCode(language) !== null,
  schemasOnly: true,
  check: (_args, context) => kernelObjection(context),
  running: (_args, trans) => trans.__('Looking at the variables'),
  async run({ names }, context) {
    const { notebook, trans, signal, values } = context;
    try {
      const code = inspectionCode(
        notebook.kernel.language,
        names?.length ? names : undefined,
        values
      );
      if (code === null) {
        return otherLanguage(context);
      }
      const printed = await notebook.inspect(code, signal);
      const inspection = parseInspection(printed);
      if (!inspection) {
        return {
          text: `The kernel did not answer the inspection${values ? `: ${truncateText(printed.trim(), 500) || 'no output'}` : ''}. Run a cell that prints the variables instead.`,
          ok: false,
          summary: trans.__('The variables could not be read')
        };
      }
      return {
        text: truncateText(
          inspectionText(values ? inspection : withoutValues(inspection)),
          RESULT_BUDGET
        ),
        ok: true,
        summary: trans._n(
          'Looked at %1 variable',
          'Looked at %1 variables',
          inspection.variables.length
        )
      };
    } catch (error) {
      return inspectionFailure(error, context);
    }
  }
};

/**
 * Our own fixed code that prints an `IInspection`.
 *
 * @param language the kernel's name for it; Python if it is not known yet.
 * @param names variables to inspect; all of them if absent.
 * @param values false if nothing but names and types will be sent.
 * @returns null for languages without such code.
 */
export function inspectionCode(
  language: string,
  names?: string[],
  values = true
): string | null {
  switch (language.toLowerCase()) {
    case '':
    case 'python':
      return pythonInspection(names, values);
    case 'r':
      return rInspection(names);
    default:
      return null;
  }
}

function otherLanguage({ notebook, trans }: IToolContext): IToolResult {
  const { language, displayName } = notebook.kernel;
  const name = displayName || language;
  return {
    text: `Reading variables works for Python and R kernels; this one is ${name}. Run a cell that prints them instead.`,
    ok: false,
    summary: trans.__(
      'Variables can be read from Python and R kernels; this one is %1',
      name
    )
  };
}

/** Names listed beyond the limit of described ones. */
const MAX_NAMES = 100;

/** Variables as a model reads them: one line each, plus one per column. */
function inspectionText({ variables, more, unknown }: IInspection): string {
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
