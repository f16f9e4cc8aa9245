import { hashText, type ICellInfo, type INotebook } from '../../contract';
import {
  errorClass,
  inspectionCode,
  namesInCode,
  outlineCells,
  parseInspection
} from '../../tools';

import type { IRunContext } from '../run/run-context';
import {
  environmentFacts,
  factsCode,
  variableFacts,
  type EnvironmentFacts,
  type VariableFact
} from './variable-facts';
import {
  lastingInspection,
  printedJson,
  speaksPython
} from './quick-inspection';

/** A notebook of up to this many characters is sent whole. */
export const WHOLE_BUDGET = 8000;

/** Of a larger one, characters for the cells that matter now. */
const RELEVANT_BUDGET = 4000;

const VARIABLES_BUDGET = 1500;

/** How the part with the columns of tables begins. */
export const COLUMNS = 'Columns of the tables in the kernel:';
/** Characters for the columns of a table, and tables whose columns are named. */
const COLUMNS_BUDGET = 600;
const MAX_TABLES = 5;

/** Characters shown of a cell's line. */
const LINE = 60;

/** Characters of the line above a cell's source, about. */
const HEADING = 24;

/**
 * How many cells around the active one and at the end are listed before all
 * others.
 */
const AROUND = 2;

/** How long the kernel may take to list its variables, in ms. */
const PATIENCE = 1500;

type NotebookRun = Pick<IRunContext, 'names' | 'options' | 'signal'>;

export interface INotebookContext {
  text: string;
  /** Cells whose whole source is known from the text: id → hash. */
  seen: Record<string, string>;
}

/**
 * What a first request should know: the cells, the active one, the kernel, its
 * packages, and the variables with their shapes. It holds no value and no
 * output. Labels of columns, which may be values, come last, and not in the mode
 * "schemas only".
 *
 * @param attached ids of cells whose source is sent anyway.
 */
export async function notebookContext(
  run: NotebookRun,
  attached: Promise<readonly string[]> = Promise.resolve([])
): Promise<INotebookContext> {
  const { notebook } = run.options;
  const [kernel, elsewhere] = await Promise.all([
    kernelFacts(notebook, run.signal),
    attached
  ]);
  const cells = notebook.cells();
  const whole = wholeCells(run, cells, new Set(elsewhere), WHOLE_BUDGET);
  const shown = whole ?? excerpt(run, cells, new Set(elsewhere));
  return {
    text: [
      placeText(run),
      kernel.environment ? environmentText(kernel.environment) : '',
      elsewhereText(kernel.environment),
      kernel.environment?.fresh ? freshText(cells) : '',
      cells.every(({ source }) => source.trim() === '')
        ? 'The notebook is empty.'
        : `${whole ? 'The whole notebook' : 'Cells'}:\n${shown.text}`,
      kernel.environment?.fresh
        ? ''
        : variablesText(notebook, kernel.variables),
      // A label may be a value; inspect_variables finds out which are not.
      run.options.settings().privacy.schemasOnly
        ? ''
        : columnsText(kernel.variables ?? [])
    ]
      .filter(part => part !== '')
      .join('\n'),
    seen: shown.seen
  };
}

/** The kernel as a message names it; it may change between two. */
export function kernelText(notebook: INotebook): string {
  const { kernel } = notebook;
  const { displayName, language } = kernel;
  // If no cell is running, the kernel is busy with our own inspection.
  const status =
    kernel.status === 'busy' && !notebook.cells().some(cell => cell.running)
      ? 'idle'
      : kernel.status;
  const name = `${shorten(displayName, LINE)}${language ? ` (${shorten(language, LINE)})` : ''}`;
  return `Kernel: ${displayName ? `${name}, ${status}` : 'none'}.`;
}

/**
 * The facts that change from one message to the next: kernel and active cell.
 */
export function placeText({
  names,
  options: { notebook }
}: Pick<IRunContext, 'names' | 'options'>): string {
  const { activeCellId } = notebook;
  const isEmpty =
    activeCellId !== null && notebook.cell(activeCellId)?.source.trim() === '';
  return [
    kernelText(notebook),
    ...(activeCellId
      ? [`Active cell: ${names.of(activeCellId)}${isEmpty ? ' (empty)' : ''}.`]
      : [])
  ].join(' ');
}

interface IKernelFacts {
  environment?: EnvironmentFacts;
  /** Null if they could not be listed. */
  variables: VariableFact[] | null;
}

async function kernelFacts(
  notebook: INotebook,
  signal: AbortSignal
): Promise<IKernelFacts> {
  const ask = (code: string): Promise<string | null> =>
    lastingInspection(notebook, signal, code, PATIENCE);
  if (speaksPython(notebook)) {
    const printed = await ask(factsCode(notebook));
    const [first] = printed?.trim().split('\n') ?? [];
    return {
      environment: environmentFacts.safeParse(printedJson(first ?? null)).data,
      variables: variableFacts.safeParse(printedJson(printed)).data ?? null
    };
  }
  // For other languages there is only the inspection of the variables tool; the
  // same facts are taken from it.
  const { language } = notebook.kernel;
  const code = language ? inspectionCode(language) : null;
  const printed = code && (await ask(code));
  const found = printed ? parseInspection(printed) : null;
  return {
    variables:
      found?.variables.map(({ name, type, shape, columns }) => [
        name,
        type,
        shape?.every(length => length !== null) ? (shape as number[]) : null,
        columns?.flatMap(column => column.name ?? [])
      ]) ?? null
  };
}

function elsewhereText(environment?: EnvironmentFacts): string {
  const [machine, folder] = environment?.elsewhere ?? [];
  return machine === undefined
    ? ''
    : `The kernel runs on ${JSON.stringify(machine)} in ${JSON.stringify(folder)} and does not see this notebook's folder: files that list_files shows may be missing there.`;
}

/** `Python 3.12.4, pandas 2.2.1, numpy 1.26.4; no scipy.` */
function environmentText({ python, packages }: EnvironmentFacts): string {
  const all = Object.entries(packages);
  const found = all.flatMap(([name, version]) =>
    version === null ? [] : `${name} ${shorten(version, 20)}`
  );
  const missing = all.flatMap(([name, version]) =>
    version === null ? name : []
  );
  return [
    [`Python ${shorten(python, 20)}`, ...found].join(', '),
    ...(missing.length > 0 ? [`no ${missing.join(', ')}`] : [])
  ]
    .join('; ')
    .concat('.');
}

function freshText(cells: readonly ICellInfo[]): string {
  return cells.some(({ executionCount }) => executionCount !== null)
    ? 'Nothing has run in this kernel yet; the counts in brackets and the outputs are older.'
    : 'Nothing has run in this kernel yet.';
}

/** `Variables: df DataFrame 344×8, rates ndarray 100.` */
function variablesText(
  { kernel }: INotebook,
  facts: VariableFact[] | null
): string {
  if (facts === null) {
    const why = { idle: 'the kernel did not answer in time' } as Partial<
      Record<string, string>
    >;
    return kernel.status === 'none' || !hasInspection(kernel.language)
      ? ''
      : `Variables: not listed; ${why[kernel.status] ?? `the kernel is ${kernel.status}`}.`;
  }
  const described = facts.map(([name, type, shape]) =>
    [shorten(name, LINE), shorten(type, LINE), shape?.join('×') ?? '']
      .filter(part => part !== '')
      .join(' ')
  );
  return described.length === 0
    ? 'Variables: none.'
    : `Variables: ${listed(described, VARIABLES_BUDGET)}.`;
}

/** `df: species, mass`, a line for each table; empty if there is none. */
function columnsText(facts: readonly VariableFact[]): string {
  const tables = facts.flatMap(([name, , shape, columns = []]) =>
    columns.length > 0
      ? `${shorten(name, LINE)}: ${listed(
          columns.map(column => shorten(column, LINE)),
          COLUMNS_BUDGET,
          shape?.[1]
        )}`
      : []
  );
  return tables.length > 0
    ? [COLUMNS, ...tables.slice(0, MAX_TABLES)].join('\n')
    : '';
}

/** `a, b and 5 more`, of all the `count` there are. */
function listed(parts: string[], budget: number, count = parts.length): string {
  const shown = fitting(parts, budget);
  const more = count - shown;
  return `${parts.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function hasInspection(language: string): boolean {
  return language !== '' && inspectionCode(language) !== null;
}

/**
 * Cells with their whole sources.
 *
 * @param elsewhere cells whose source is sent anyway; only their heading is
 * repeated.
 * @returns null if they do not fit.
 */
function wholeCells(
  { names, options }: NotebookRun,
  cells: readonly ICellInfo[],
  elsewhere: ReadonlySet<string>,
  budget: number
): INotebookContext | null {
  const isShown = ({ id }: ICellInfo): boolean => !elsewhere.has(id);
  const length = cells.reduce(
    (sum, cell) => sum + HEADING + (isShown(cell) ? cell.source.length : 0),
    0
  );
  // First, so that a cell that is not shown gets no name.
  if (length > budget) {
    return null;
  }
  const ids = options.notebook.cells().map(({ id }) => id);
  return {
    text: cells
      .map(cell => {
        const heading = `--- ${cellHeading(cell, names.of(cell.id, ids))}`;
        return !isShown(cell)
          ? `${heading}, attached below`
          : cell.source.trim() === ''
            ? `${heading} empty`
            : `${heading}\n${cell.source}`;
      })
      .join('\n'),
    seen: hashes(cells.filter(isShown))
  };
}

const hashes = (cells: readonly ICellInfo[]): Record<string, string> =>
  Object.fromEntries(cells.map(({ id, source }) => [id, hashText(source)]));

/** The outline of a large notebook, and the cells that matter now. */
function excerpt(
  run: NotebookRun,
  cells: readonly ICellInfo[],
  elsewhere: ReadonlySet<string>
): INotebookContext {
  let left = RELEVANT_BUDGET;
  const relevant = relevantCells(run, cells, elsewhere).filter(cell => {
    const { id, source } = cell;
    const fits = !elsewhere.has(id) && source.length + HEADING <= left;
    left -= fits ? source.length + HEADING : 0;
    return fits;
  });
  const shown = wholeCells(
    run,
    cells.filter(cell => relevant.includes(cell)),
    elsewhere,
    RELEVANT_BUDGET
  );
  const whole = shown?.text ? `Of these, whole:\n${shown.text}` : '';
  return {
    text: [outlineText(run, cells, WHOLE_BUDGET - whole.length), whole]
      .filter(part => part !== '')
      .join('\n'),
    seen: shown?.seen ?? {}
  };
}

/**
 * The cells that a message is likely about, most likely first: those attached,
 * failed ones, the active one, and the cells that define what these use.
 */
function relevantCells(
  { options }: NotebookRun,
  cells: readonly ICellInfo[],
  attached: ReadonlySet<string>
): ICellInfo[] {
  const { notebook, grammars } = options;
  const grammar = speaksPython(notebook) ? grammars.python : null;
  const first = [
    ...cells.filter(({ id }) => attached.has(id)),
    ...cells.filter(({ error }) => error),
    ...cells.filter(({ id }) => id === notebook.activeCellId)
  ];
  const isCode = ({ type }: ICellInfo): boolean => type === 'code';
  const wanted = new Map<string, number>();
  for (const { source, index } of first.filter(isCode)) {
    for (const name of namesInCode(source, grammar).uses) {
      wanted.set(name, Math.max(index, wanted.get(name) ?? 0));
    }
  }
  const defining = cells.filter(
    cell =>
      wanted.size > 0 &&
      isCode(cell) &&
      [...namesInCode(cell.source, grammar).defines].some(
        name => (wanted.get(name) ?? 0) > cell.index
      )
  );
  return [...new Set([...first, ...defining.reverse()])];
}

/** Cells by id with a line of each, in order. */
function outlineText(
  { names, options }: Pick<IRunContext, 'names' | 'options'>,
  cells: readonly ICellInfo[],
  budget: number
): string {
  const { notebook } = options;
  const ids = notebook.cells().map(({ id }) => id);
  const lines = outlineCells(
    cells,
    notebook.activeCellId,
    { around: AROUND, last: AROUND, budget: budget - 60 },
    cell => outlineLine(cell, names.of(cell.id, ids))
  );
  const left = cells.length - lines.size;
  return [
    ...lines.values(),
    ...(left > 0 ? [`… ${left} more; read_notebook shows all`] : [])
  ].join('\n');
}

function outlineLine(cell: ICellInfo, name: string): string {
  const { error } = cell;
  return [
    cellHeading({ ...cell, error: null }, name),
    shorten(headline(cell), LINE),
    ...(error ? [`(failed: ${errorClass(error)})`] : [])
  ].join(' ');
}

/** The first line of a cell that says more about it than what it imports. */
export function headline({
  type,
  source
}: Pick<ICellInfo, 'type' | 'source'>): string {
  const lines = source.trim().split('\n');
  const isImport = /^\s*($|import |from |%|library\(|using )/;
  return (
    (type === 'code' && lines.find(line => !isImport.test(line))) || lines[0]
  );
}

/** `3f2a [5] failed: KeyError` */
export function cellHeading(
  { type, executionCount, running, error }: ICellInfo,
  name: string
): string {
  return [
    name,
    type === 'code' ? `[${executionCount ?? ' '}]` : type,
    ...(running ? ['running'] : []),
    ...(error ? [`failed: ${errorClass(error)}`] : [])
  ].join(' ');
}

/** How many parts fit, counted from the first, each with a separator. */
function fitting(parts: string[], budget: number): number {
  let used = 0;
  const over = parts.findIndex(part => (used += part.length + 2) > budget);
  return over < 0 ? parts.length : over;
}

export function shorten(name: string, max: number): string {
  const text = name.replace(/\s+/g, ' ');
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
