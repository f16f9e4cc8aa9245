import { z } from 'zod';

import {
  type ICellInfo,
  type IToolContext,
  type IToolImage,
  type IToolResult,
  cellMark,
  hashText,
  type ITool
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import {
  MAX_IMAGES,
  RESULT_BUDGET,
  outputText
} from '../shared/text/output-text';
import { ALL } from '../shared/cells/cell-names';
import { errorClass } from '../shared/text/error-class';
import { formatCount } from '../../contract/text/format-size';
import {
  firstLine,
  shareBudget,
  truncateText
} from '../../contract/text/truncate-text';

/** Characters of the outline, enough for about seventy cells with their first lines. */
const OUTLINE_BUDGET = 6000;

/** Maximum lengths of a first line, tried in order until the outline fits. */
const LINE_LENGTHS = [80, 30];

/** Characters for the ids of cells that have no line in the outline. */
const IDS_BUDGET = 2000;

/** Cells around the active one and at the end that come before headings. */
const NEAR = { around: 5, last: 15 };

/** Characters for the requested sources; outputs have a budget of their own. */
const SOURCE_BUDGET = 12_000;

const schema = z.object({
  cells: z.array(z.string()).optional().describe('ids, or ["all"]'),
  outputs: z.boolean().optional()
});

export const readNotebook: ITool<z.infer<typeof schema>> = {
  name: 'read_notebook',
  description:
    'The outline of the notebook (first lines, counts, errors), or whole cells.',
  schema,
  cellArguments: ['cells'],
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: ({ cells }, trans) =>
    cells?.length === 1
      ? trans.__('Reading cell %1', cellMark(cells[0]))
      : trans.__('Reading the notebook'),
  async run({ cells, outputs }, context) {
    return cells?.length || outputs
      ? await readCells(cells ?? [], outputs === true, context)
      : outline(context);
  }
};

function outline({ names, notebook, trans }: IToolContext): IToolResult {
  const cells = notebook.cells();
  const { displayName, status } = notebook.kernel;
  const kernel = displayName ? `${displayName}, ${status}` : 'none';
  const ids = cells.map(({ id }) => id);
  const { lines, shown } = outlineLines(
    cells,
    notebook.activeCellId,
    ({ id }) => names.of(id, ids)
  );
  const seen: Record<string, string> = {};
  for (const cell of shown) {
    if (isWholeLine(cell.source, LINE_LENGTHS[1])) {
      seen[cell.id] = hashText(cell.source);
    }
  }
  return {
    text: [
      `${spoken(notebook.name)}: ${formatCount(cells.length)} ${cells.length === 1 ? 'cell' : 'cells'}. Kernel: ${kernel}.`,
      ...lines
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

interface IOutline {
  lines: string[];
  /** The cells that have a line. */
  shown: ICellInfo[];
}

/**
 * The model's name for a cell. Called only for cells that are shown, so that no
 * other gets a name.
 */
type NameOf = (cell: ICellInfo) => string;

/**
 * Stops writing lines once the budget is full: a notebook may have thousands of
 * cells.
 */
function outlineLines(
  cells: ICellInfo[],
  activeId: string | null,
  nameOf: NameOf
): IOutline {
  for (const length of LINE_LENGTHS) {
    const lines = fitting(
      cells,
      cell => outlineLine(cell, nameOf(cell), length),
      OUTLINE_BUDGET
    );
    if (lines.length === cells.length) {
      return { lines, shown: cells };
    }
  }
  return excerpt(cells, activeId, nameOf);
}

/** For a long notebook. */
function excerpt(
  cells: ICellInfo[],
  activeId: string | null,
  nameOf: NameOf
): IOutline {
  const lines = outlineCells(
    cells,
    activeId,
    { ...NEAR, budget: OUTLINE_BUDGET },
    cell => outlineLine(cell, nameOf(cell), LINE_LENGTHS[1])
  );
  const left = cells.filter(cell => !lines.has(cell));
  const named = fitting(left, nameOf, IDS_BUDGET);
  const more = left.length - named.length;
  return {
    lines: [
      ...cells.flatMap((cell, at) =>
        lines.has(cell)
          ? (lines.get(cell) as string)
          : at === 0 || lines.has(cells[at - 1])
            ? '…'
            : []
      ),
      `… ${formatCount(left.length)} cells left out; read them with cells=[ids]: ${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''} …`
    ],
    shown: [...lines.keys()]
  };
}

/**
 * The lines of as many cells as fit a budget, in the order of the notebook.
 * These come first: the active cell, failed ones, those around the active one,
 * the last ones, the first one, and headings; after that, the nearest ones.
 */
export function outlineCells(
  cells: readonly ICellInfo[],
  activeId: string | null,
  { around, last, budget }: { around: number; last: number; budget: number },
  lineOf: (cell: ICellInfo) => string
): Map<ICellInfo, string> {
  const active = cells.findIndex(({ id }) => id === activeId);
  const weight = ({ type, source, error }: ICellInfo, at: number): number => {
    const away = Math.abs(at - (active < 0 ? cells.length : active));
    const back = cells.length - 1 - at;
    const [, marks] = (type === 'markdown' && /^\s*(#+)/.exec(source)) || [];
    return away === 0
      ? 5
      : error
        ? 4
        : away <= around || back < last
          ? 3 + 0.5 / (1 + Math.min(away, back))
          : at === 0
            ? 3
            : marks
              ? 1 + 1 / marks.length
              : 1 / away;
  };
  const byWeight = cells
    .map((cell, at) => ({ cell, weight: weight(cell, at) }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ cell }) => cell);
  const lines = fitting(byWeight, lineOf, budget);
  const lineAt = new Map(lines.map((line, at) => [byWeight[at], line]));
  return new Map(
    cells.flatMap(cell =>
      lineAt.has(cell) ? [[cell, lineAt.get(cell) as string]] : []
    )
  );
}

/** Makes texts of the first items, as many as fit a budget of characters. */
function fitting<T>(
  items: readonly T[],
  make: (item: T) => string,
  budget: number
): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const item of items) {
    const text = make(item);
    used += text.length + 2;
    if (used > budget) {
      break;
    }
    lines.push(text);
  }
  return lines;
}

function outlineLine(cell: ICellInfo, name: string, length: number): string {
  const lines = cell.source.split('\n').length;
  return [
    name,
    cell.type,
    cell.executionCount === null ? '' : `[${cell.executionCount}]`,
    firstLine(cell.source, length) || '(empty)',
    lines > 1 ? `(${formatCount(lines)} lines)` : '',
    cell.running ? 'running' : '',
    cell.error ? `error: ${errorClass(cell.error)}` : ''
  ]
    .filter(part => part !== '')
    .join(' ');
}

/** Whether an outline with lines of this length shows the whole source. */
function isWholeLine(source: string, length: number): boolean {
  return source === firstLine(source, length);
}

async function readCells(
  ids: string[],
  withOutputs: boolean,
  { notebook, names, images, values, trans }: IToolContext
): Promise<IToolResult> {
  const all = notebook.cells();
  const wanted = ids.includes(ALL) ? [] : [...new Set(ids)];
  const cells =
    wanted.length > 0 ? all.filter(cell => wanted.includes(cell.id)) : all;
  const unknown = wanted.filter(id => !all.some(cell => cell.id === id));
  const missing = unknown.slice(0, 5).map(id => names.unknown(id));
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
  const seen: Record<string, string> = {};
  const found: IToolImage[] = [];
  const outputs: string[] = [];
  for (const cell of withOutputs && values ? cells : []) {
    const shown = await outputText(notebook.outputs(cell.id), images, {
      firstImage: found.length + 1,
      maxImages: MAX_IMAGES - found.length
    });
    found.push(...shown.images);
    outputs.push(shown.text);
  }
  // A short output stays whole, however many cells there are.
  const outputShares = shareBudget(
    outputs.map(({ length }) => length),
    RESULT_BUDGET
  );
  const parts = cells.flatMap((cell, index) => {
    const source = truncateText(cell.source, shares[index]);
    if (source === cell.source) {
      seen[cell.id] = hashText(cell.source);
    }
    const output = truncateText(outputs[index] ?? '', outputShares[index] ?? 0);
    return [
      `--- ${heading(cell, names.of(cell.id))}`,
      source,
      ...(withOutputs && values && cell.type === 'code'
        ? [output ? `--- output\n${output}` : '--- no output']
        : [])
    ];
  });
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

function heading(cell: ICellInfo, name: string): string {
  return [
    `cell ${name}, ${cell.type}`,
    cell.executionCount === null ? '' : ` [${cell.executionCount}]`,
    cell.readOnly ? ', protected' : '',
    cell.running ? ', running' : '',
    cell.error ? `, error: ${errorClass(cell.error)}` : ''
  ].join('');
}
