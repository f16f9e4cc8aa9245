import { z } from 'zod';

import {
  type IToolContext,
  type IToolResult,
  cellMark,
  type ITool
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { cellBodies } from '../shared/cells/cell-objections';
import { codeEffect, codeQuestion } from '../code/code-effect';
import { RESULT_BUDGET } from '../shared/text/output-text';
import { kernelObjection, withKernel } from '../shared/cells/insert-place';
import { runCell } from './run-cell';
import { shareBudget, truncateText } from '../../contract/text/truncate-text';

const schema = z.object({
  cell_ids: z.array(z.string()).min(1, 'cell_ids is empty'),
  description: z.string().optional()
});

export const runCells: ITool<z.infer<typeof schema>> = {
  name: 'run_cells',
  description: 'Run cells in order, up to the first error.',
  schema,
  cellArguments: ['cell_ids'],
  effects: ['execute', 'shell'],
  effect: ({ cell_ids }, context) =>
    codeEffect(sourcesOf(cell_ids, context), context),
  schemasOnly: true,
  check({ cell_ids }, context) {
    for (const id of cell_ids) {
      const cell = context.notebook.cell(id);
      if (!cell) {
        return context.names.unknown(id);
      }
      if (cell.type !== 'code') {
        return `Cell ${context.names.of(id)} is not a code cell and cannot run. Leave it out.`;
      }
    }
    return kernelObjection(context);
  },
  propose({ cell_ids, description }, context) {
    const { notebook, trans } = context;
    const [first] = cell_ids;
    const kernel = notebook.kernel.displayName || trans.__('its kernel');
    const cells = cellBodies(cell_ids, context);
    return {
      title:
        cell_ids.length === 1
          ? trans.__('Run cell %1', cellMark(first))
          : trans._n('Run %1 cell', 'Run %1 cells', cell_ids.length),
      sentence:
        cell_ids.length === 1
          ? trans.__(
              'Run cell %1 of %2 on %3',
              cellMark(first),
              spoken(notebook.name),
              kernel
            )
          : trans.__(
              'Run %1 of %2 on %3, one after the other, up to the first error',
              cell_ids.map(cellMark).join(', '),
              spoken(notebook.name),
              kernel
            ),
      place: withKernel(trans.__('in %1', spoken(notebook.name)), context),
      ...(description ? { reason: description } : {}),
      body: { kind: 'cells', mimeType: notebook.kernel.mimeType, cells },
      ...codeQuestion(sourcesOf(cell_ids, context), context),
      basis: JSON.stringify(cells)
    };
  },
  running: ({ cell_ids }, trans) =>
    cell_ids.length === 1
      ? trans.__('Running cell %1', cellMark(cell_ids[0]))
      : trans._n('Running %1 cell', 'Running %1 cells', cell_ids.length),
  run: ({ cell_ids }, context) => runInOrder(cell_ids, context)
};

export function sourcesOf(ids: string[], context: IToolContext): string[] {
  return cellBodies(ids, context).map(({ source }) => source);
}

/** Runs cells one after the other, up to the first error. */
export async function runInOrder(
  ids: string[],
  context: IToolContext
): Promise<IToolResult> {
  const results: IToolResult[] = [];
  let images = 0;
  for (const id of ids) {
    const result = await runCell({ id }, context, {}, images);
    results.push(result);
    images += result.images?.length ?? 0;
    if (!result.ok) {
      break;
    }
  }
  return joined(results, ids, context);
}

/** Combines several runs into one result; the texts share one budget. */
function joined(
  results: IToolResult[],
  ids: string[],
  { names, trans }: IToolContext
): IToolResult {
  const last = results[results.length - 1];
  if (ids.length === 1) {
    return last;
  }
  const shares = shareBudget(
    results.map(({ text }) => text.length),
    RESULT_BUDGET
  );
  const images = results.flatMap(result => result.images ?? []);
  const left = ids.slice(results.length);
  return {
    ...last,
    text: [
      ...results.map(({ text }, index) => truncateText(text, shares[index])),
      ...(left.length > 0
        ? [`Not run: ${left.map(id => names.of(id)).join(', ')}.`]
        : [])
    ].join('\n\n'),
    ...(images.length > 0 ? { images } : {}),
    summary: last.ok
      ? trans._n('Ran %1 cell', 'Ran %1 cells', results.length)
      : last.summary,
    ms: results.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  };
}
