import { z } from 'zod';

import type { ITool, IToolContext, IToolResult } from '../../contract';
import { juliaInspection } from '../shared/inspection/julia-inspection';
import { pythonInspection } from '../shared/inspection/python-inspection';
import { rInspection } from '../shared/inspection/r-inspection';
import {
  parseInspection,
  withoutValues
} from '../shared/inspection/inspection';
import { inspectionText } from '../shared/inspection/inspection-text';
import { kernelObjection } from '../shared/cells/insert-place';
import { inspectionFailure } from '../shared/cells/inspection-failure';
import { objection } from '../shared/files/workspace-failure';
import { RESULT_BUDGET } from '../shared/text/output-text';
import { truncateText } from '../shared/text/truncate-text';

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
  schemasOnly: true,
  check: (_args, context) => objection(() => kernelObjection(context)),
  running: (_args, trans) => trans.__('Looking at the variables'),
  async run({ names }, context) {
    const { notebook, trans, signal, values } = context;
    try {
      const code = inspectionCode(
        notebook.kernel.language,
        names?.length ? names : undefined
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
 * @returns null for languages without such code.
 */
export function inspectionCode(
  language: string,
  names?: string[]
): string | null {
  switch (language.toLowerCase()) {
    case '':
    case 'python':
      return pythonInspection(names);
    case 'r':
      return rInspection(names);
    case 'julia':
      return juliaInspection(names);
    default:
      return null;
  }
}

function otherLanguage({ notebook, trans }: IToolContext): IToolResult {
  const { language, displayName } = notebook.kernel;
  const name = displayName || language;
  return {
    text: `Reading variables works for Python, R and Julia kernels; this one is ${name}. Run a cell that prints them instead.`,
    ok: false,
    summary: trans.__(
      'Variables can be read from Python, R and Julia kernels; this one is %1',
      name
    )
  };
}
