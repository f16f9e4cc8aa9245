import type { ICellInfo, INotebook } from '../../contract';
import { errorClass, inspectionCode, parseInspection } from '../../tools';

import type { IRunContext } from '../run-context/run-context';
import { factsCode, variableFacts, type VariableFact } from './variable-facts';
import {
  lastingInspection,
  printedJson,
  speaksPython
} from './quick-inspection';

/** Characters for all facts together. */
export const FACTS_BUDGET = 1000;

/**
 * Of these, characters for variables if the notebook's outline needs the rest.
 */
const VARIABLES_BUDGET = 350;

/** Characters shown of a cell's first line. */
const LINE = 60;

/**
 * How many cells around the active one and at the end are listed before all
 * others.
 */
const AROUND = 2;

/** How long the kernel may take to list its variables, in ms. */
const PATIENCE = 300;

/**
 * What a first request should know: the outline, the active cell, the kernel,
 * and the variables with their shapes. It holds no value and no output, so it
 * is the same in the mode "schemas only".
 *
 * @returns at most 1,000 characters. Cells in the outline do not count as read.
 */
export async function notebookContext(
  run: Pick<IRunContext, 'names' | 'options' | 'signal'>
): Promise<string> {
  const { notebook } = run.options;
  const variables = await variablesOf(notebook, run.signal);
  const head = placeText(run);
  const tail = variablesText(variables, VARIABLES_BUDGET);
  const room = FACTS_BUDGET - head.length - tail.length - 2;
  return [head, outlineText(run, room), tail]
    .filter(part => part !== '')
    .join('\n');
}

/**
 * The facts that change from one message to the next: kernel and active cell.
 */
export function placeText({
  names,
  options
}: Pick<IRunContext, 'names' | 'options'>): string {
  const { notebook } = options;
  const { kernel, activeCellId } = notebook;
  const { displayName } = kernel;
  const isEmpty =
    activeCellId !== null && notebook.cell(activeCellId)?.source.trim() === '';
  // If no cell is running, the kernel is busy with our own inspection.
  const status =
    kernel.status === 'busy' && !notebook.cells().some(cell => cell.running)
      ? 'idle'
      : kernel.status;
  return [
    `Kernel: ${displayName ? `${shorten(displayName, LINE)}, ${status}` : 'none'}.`,
    ...(activeCellId
      ? [`Active cell: ${names.of(activeCellId)}${isEmpty ? ' (empty)' : ''}.`]
      : [])
  ].join(' ');
}

async function variablesOf(
  notebook: INotebook,
  signal: AbortSignal
): Promise<VariableFact[]> {
  if (speaksPython(notebook)) {
    const printed = await lastingInspection(
      notebook,
      signal,
      factsCode(),
      PATIENCE
    );
    return variableFacts.safeParse(printedJson(printed)).data ?? [];
  }
  // For other languages there is only the inspection of the variables tool; the
  // same facts are taken from it.
  const { language } = notebook.kernel;
  const code = language ? inspectionCode(language) : null;
  const printed =
    code && (await lastingInspection(notebook, signal, code, PATIENCE));
  const { variables = [] } = (printed && parseInspection(printed)) || {};
  return variables.map(({ name, type, shape }) => [
    name,
    type,
    shape?.every(length => length !== null) ? (shape as number[]) : null
  ]);
}

/** `Variables: df DataFrame 344×8, rates ndarray 100.` */
function variablesText(facts: VariableFact[], budget: number): string {
  const told = facts.map(([name, type, shape]) =>
    [shorten(name, LINE), shorten(type, LINE), shape?.join('×') ?? '']
      .filter(part => part !== '')
      .join(' ')
  );
  const shown = fitting(told, budget - 40);
  const more = told.length - shown;
  return shown === 0
    ? ''
    : `Variables: ${told.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/**
 * Cells by id with their first lines, in order. If not all fit, these come
 * first: the active cell, failed ones, those around the active one, the last
 * ones, and headings; after that, the nearest ones.
 */
function outlineText(
  { names, options }: Pick<IRunContext, 'names' | 'options'>,
  budget: number
): string {
  const { notebook } = options;
  const ids = notebook.cells().map(({ id }) => id);
  const cells = notebook.cells().filter(({ source }) => source.trim() !== '');
  const active = cells.findIndex(({ id }) => id === notebook.activeCellId);
  const byWeight = cells
    .map((cell, at) => ({ cell, weight: weight(cells, at, active) }))
    .sort((one, other) => other.weight - one.weight);
  const room = budget - 60;
  const lines = new Map<ICellInfo, string>();
  let used = 0;
  for (const { cell } of byWeight) {
    const line = outlineLine(cell, names.of(cell.id, ids));
    used += line.length + 2;
    if (used > room) {
      break;
    }
    lines.set(cell, line);
  }
  const left = cells.length - lines.size;
  return [
    cells.length === 0 ? 'The notebook is empty.' : 'Cells:',
    ...cells.flatMap(cell => lines.get(cell) ?? []),
    ...(left > 0 ? [`… ${left} more; read_notebook shows all`] : [])
  ].join('\n');
}

/** @param active index of the active cell; -1 for none. */
function weight(
  cells: readonly ICellInfo[],
  at: number,
  active: number
): number {
  const { type, source, error } = cells[at];
  const away = Math.abs(at - (active < 0 ? cells.length : active));
  const near = Math.min(away, cells.length - 1 - at);
  if (at === active) {
    return 5;
  }
  if (error) {
    return 4;
  }
  if (away <= AROUND || at >= cells.length - AROUND) {
    return 3 + 0.5 / (1 + near);
  }
  return type === 'markdown' && /^\s*#/.test(source) ? 2 : 1 / away;
}

function outlineLine(
  { type, executionCount, source, error }: ICellInfo,
  name: string
): string {
  return [
    name,
    type === 'code' ? `[${executionCount ?? ' '}]` : type,
    shorten(source.trim().split('\n', 1)[0], LINE),
    ...(error ? [`(failed: ${errorClass(error)})`] : [])
  ].join(' ');
}

/** How many parts fit, counted from the first, each with a separator. */
function fitting(parts: string[], budget: number): number {
  let used = 0;
  const over = parts.findIndex(part => (used += part.length + 2) > budget);
  return over < 0 ? parts.length : over;
}

function shorten(name: string, max: number): string {
  const text = name.replace(/\s+/g, ' ');
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
