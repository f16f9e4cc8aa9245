import { z } from 'zod';

import type {
  ICellInfo,
  IToolContext,
  IToolImage,
  IToolResult,
  ITool
} from '../../contract';
import { cellMark, hashText } from '../../contract';
import {
  MAX_IMAGES,
  RESULT_BUDGET,
  outputText
} from '../shared/text/output-text';
import { noSuchCell } from '../shared/cells/insert-place';
import { formatCount } from '../shared/text/format-size';
import {
  firstLine,
  shareBudget,
  truncateText
} from '../shared/text/truncate-text';
import { workspaceFailure } from '../shared/files/workspace-failure';

/** Characters of the outline: about seventy cells with their first lines. */
const OUTLINE_BUDGET = 6000;

/** Lengths of a first line that are tried until the outline fits. */
const LINE_LENGTHS = [80, 30];

/** Characters of ids of cells that the outline has no line for. */
const IDS_BUDGET = 2000;

/** Characters of the sources asked for; outputs have their own budget. */
const SOURCE_BUDGET = 12_000;

const schema = z.object({
  cells: z
    .array(z.string())
    .optional()
    .describe('cell ids to read whole; default: an outline'),
  outputs: z.boolean().optional().describe('with their outputs')
});

export const readNotebook: ITool<z.infer<typeof schema>> = {
  name: 'read_notebook',
  description:
    'The outline of the notebook (id, type, [count], first line, error), or whole cells.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: ({ cells }, trans) =>
    cells?.length === 1
      ? trans.__('Reading cell %1', cellMark(cells[0]))
      : trans.__('Reading the notebook'),
  async run({ cells, outputs }, context) {
    try {
      return cells?.length || outputs
        ? await readCells(cells ?? [], outputs === true, context)
        : outline(context);
    } catch (error) {
      return workspaceFailure(error, context);
    }
  }
};

function outline({ notebook, trans }: IToolContext): IToolResult {
  const cells = notebook.cells();
  const { displayName, status } = notebook.kernel;
  const kernel = displayName ? `${displayName}, ${status}` : 'none';
  const seen: Record<string, string> = {};
  for (const cell of cells) {
    if (isWholeLine(cell.source, LINE_LENGTHS[1])) {
      seen[cell.id] = hashText(cell.source);
    }
  }
  return {
    text: [
      `${notebook.path}: ${formatCount(cells.length)} ${cells.length === 1 ? 'cell' : 'cells'}. Kernel: ${kernel}.`,
      ...outlineLines(cells)
    ].join('\n'),
    ok: true,
    summary: trans._n(
      'Read the notebook: %1 cell',
      'Read the notebook: %1 cells',
      cells.length
    ),
    seen
  };
}

function outlineLines(cells: ICellInfo[]): string[] {
  for (const length of LINE_LENGTHS) {
    const lines = cells.map(cell => outlineLine(cell, length));
    if (lines.join('\n').length <= OUTLINE_BUDGET) {
      return lines;
    }
  }
  const lines = cells.map(cell => outlineLine(cell, LINE_LENGTHS[1]));
  const half = OUTLINE_BUDGET / 2;
  const head = fitting(lines, half);
  const tail = fitting([...lines].reverse(), half);
  const left = cells.slice(head, lines.length - tail).map(cell => cell.id);
  const named = fitting(left, IDS_BUDGET);
  const more = left.length - named;
  return [
    ...lines.slice(0, head),
    `… ${formatCount(left.length)} cells left out; read them with cells=[ids]: ${left.slice(0, named).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''} …`,
    ...lines.slice(lines.length - tail)
  ];
}

/** How many lines from the beginning fit a budget of characters. */
function fitting(lines: string[], budget: number): number {
  let used = 0;
  const over = lines.findIndex(line => (used += line.length + 2) > budget);
  return over < 0 ? lines.length : over;
}

function outlineLine(cell: ICellInfo, length: number): string {
  const lines = cell.source.split('\n').length;
  return [
    cell.id,
    cell.type,
    cell.executionCount === null ? '' : `[${cell.executionCount}]`,
    firstLine(cell.source, length) || '(empty)',
    lines > 1 ? `(${formatCount(lines)} lines)` : '',
    cell.running ? 'running' : '',
    cell.error ? `error: ${firstLine(cell.error.name, 40)}` : ''
  ]
    .filter(part => part !== '')
    .join(' ');
}

/** Whether the outline shows a source whole at every length. */
function isWholeLine(source: string, length: number): boolean {
  return source === firstLine(source, length);
}

async function readCells(
  ids: string[],
  withOutputs: boolean,
  { notebook, images, values, trans }: IToolContext
): Promise<IToolResult> {
  const all = notebook.cells();
  const wanted = [...new Set(ids)];
  const cells =
    wanted.length > 0 ? all.filter(cell => wanted.includes(cell.id)) : all;
  const unknown = wanted.filter(id => !all.some(cell => cell.id === id));
  const missing = unknown.slice(0, 5).map(id => noSuchCell(firstLine(id, 64)));
  if (cells.length === 0 && unknown.length > 0) {
    return {
      text: missing.join('\n'),
      ok: false,
      summary: trans.__('Could not find the cells to read')
    };
  }
  const shares = shareBudget(
    cells.map(cell => cell.source.length),
    SOURCE_BUDGET
  );
  const outputShares = Math.floor(RESULT_BUDGET / Math.max(1, cells.length));
  const seen: Record<string, string> = {};
  const found: IToolImage[] = [];
  const parts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const source = truncateText(cell.source, shares[index]);
    if (source === cell.source) {
      seen[cell.id] = hashText(cell.source);
    }
    parts.push(`--- ${heading(cell)}`, source);
    if (withOutputs && values && cell.type === 'code') {
      const shown = await outputText(notebook.outputs(cell.id), images, {
        budget: outputShares,
        firstImage: found.length + 1,
        maxImages: MAX_IMAGES - found.length
      });
      found.push(...shown.images);
      parts.push(shown.text ? `--- output\n${shown.text}` : '--- no output');
    }
  }
  return {
    text: truncateText(
      [
        ...parts,
        ...missing,
        ...(withOutputs && !values
          ? ['Outputs are withheld: the person lets you see schemas only.']
          : [])
      ].join('\n'),
      SOURCE_BUDGET + RESULT_BUDGET
    ),
    ...(found.length > 0 ? { images: found } : {}),
    ok: true,
    summary:
      cells.length === 1
        ? trans.__('Read cell %1', cellMark(cells[0].id))
        : trans._n('Read %1 cell', 'Read %1 cells', cells.length),
    seen
  };
}

function heading(cell: ICellInfo): string {
  return [
    `cell ${cell.id}, ${cell.type}`,
    cell.executionCount === null ? '' : ` [${cell.executionCount}]`,
    cell.readOnly ? ', protected' : '',
    cell.running ? ', running' : '',
    cell.error ? `, error: ${firstLine(cell.error.name, 40)}` : ''
  ].join('');
}
