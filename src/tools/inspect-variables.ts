import { z } from 'zod';

import type { ITool, IToolResult } from '../contract';
import type { IColumn, IInspection, IVariable } from './inspect-python';
import { inspectionCode } from './inspect-python';
import { count } from './quantities';
import { truncateText } from './truncate-text';
import { workspaceFailure } from './workspace-failure';
import { RESULT_BUDGET } from './output-text';

/** Names beyond the limit that are still told. */
const MAX_NAMES = 100;

const schema = z.object({
  names: z.array(z.string()).optional().describe('default: all')
});

export const inspectVariables: ITool<z.infer<typeof schema>> = {
  name: 'inspect_variables',
  description:
    'Types and shapes of variables; of data frames each column with dtype, missing, distinct and samples. Python only.',
  schema,
  effect: () => 'read',
  running: (_args, trans) => trans.__('Looking at the variables'),
  async run({ names }, context) {
    const { notebook, trans, signal } = context;
    try {
      const { language, displayName } = notebook.kernel;
      if (language && language.toLowerCase() !== 'python') {
        return {
          text: `Reading variables works for Python kernels; this one is ${displayName || language}. Run a cell that prints them instead.`,
          ok: false,
          summary: trans.__(
            'Variables can be read from Python kernels only; this one is %1',
            displayName || language
          )
        };
      }
      const printed = await notebook.inspect(
        inspectionCode(names?.length ? names : undefined),
        signal
      );
      const inspection = parse(printed);
      if (!inspection) {
        return {
          text: `The kernel did not answer the inspection: ${truncateText(printed.trim(), 500) || 'no output'}. Run a cell that prints the variables instead.`,
          ok: false,
          summary: trans.__('The variables could not be read')
        };
      }
      return {
        text: truncateText(inspectionText(inspection), RESULT_BUDGET),
        ok: true,
        summary: trans._n(
          'Looked at %1 variable',
          'Looked at %1 variables',
          inspection.variables.length
        )
      } satisfies IToolResult;
    } catch (error) {
      return workspaceFailure(error, context);
    }
  }
};

function parse(printed: string): IInspection | null {
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

function inspectionText({ variables, more, unknown }: IInspection): string {
  const lines = variables.flatMap(variableLines);
  if (more.length > 0) {
    lines.push(
      `… ${count(more.length)} more: ${more.slice(0, MAX_NAMES).join(', ')}`
    );
  }
  if (unknown.length > 0) {
    lines.push(`Not defined: ${unknown.join(', ')}.`);
  }
  return lines.length > 0 ? lines.join('\n') : 'No variables are defined yet.';
}

function variableLines(variable: IVariable): string[] {
  const { name, type, shape, dtype, value, columns, moreColumns } = variable;
  const size =
    type === 'DataFrame' && shape
      ? ` ${count(shape[0])} rows × ${count(shape[1])} columns`
      : shape
        ? ` (${shape.join(', ')})`
        : '';
  const head = `${name}: ${type}${size}${dtype ? ` ${dtype}` : ''}${value === undefined ? '' : ` = ${value}`}`;
  return [
    head,
    ...(columns ?? []).map(columnLine),
    ...(moreColumns ? [`  … ${count(moreColumns)} more columns`] : [])
  ];
}

/** `  species: str, 0 missing, 3 distinct: 'Adelie', 'Gentoo'` */
function columnLine(column: IColumn): string {
  const facts = [
    column.dtype,
    column.missing === null
      ? 'missing not counted'
      : `${count(column.missing)} missing`,
    ...(column.distinct === null ? [] : [`${count(column.distinct)} distinct`])
  ];
  return `  ${JSON.stringify(column.name)}: ${facts.join(', ')}: ${column.samples.join(', ')}`;
}
