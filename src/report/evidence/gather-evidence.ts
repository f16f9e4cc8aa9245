import {
  hashText,
  type CellOutput,
  type IEvidence,
  type IReportCell,
  type IReportNotebook,
  type StaleMark
} from '../../contract';
import { breather, stopIfAborted } from '../text/breather';
import { cleanText } from '../text/clean-text';
import { assignIds } from './find-piece';
import { readMarkdownText, readOutput, type IReadOutput } from './read-output';

export interface IGatherOptions {
  /**
   * Evidence found earlier: a piece that is unchanged keeps its id, and is not
   * read again.
   */
  earlier?: readonly IEvidence[];
  /** The most pieces: outputs before prose, the first ones of the notebook. */
  most?: number;
  signal?: AbortSignal;
}

export interface IGathered {
  /** In the order of the notebook. */
  evidence: IEvidence[];
  /** How many pieces were found but left out. */
  leftOut: number;
}

/** The most pieces of a notebook. */
const MAX_COUNT = 1000;

/**
 * The most outputs of one cell that are read: a loop may print a plot each
 * time.
 */
const MAX_OF_A_CELL = 50;

/**
 * The outputs and texts of a notebook, piece by piece, each with its source.
 * Nothing is run, and the kernel is not asked.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function gatherEvidence(
  notebook: IReportNotebook,
  options: IGatherOptions = {}
): Promise<IGathered> {
  const found = await readCells(notebook, options);
  const chosen = new Set(
    [...found]
      // What a notebook shows comes before what it says.
      .sort((one, other) => Number(isProse(one)) - Number(isProse(other)))
      .slice(0, options.most ?? MAX_COUNT)
  );
  return {
    evidence: assignIds(
      found.filter(piece => chosen.has(piece)),
      options.earlier ?? []
    ),
    leftOut: found.length - chosen.size
  };
}

async function readCells(
  notebook: IReportNotebook,
  { earlier = [], signal }: IGatherOptions
): Promise<IEvidence[]> {
  const known = new Map(earlier.map(each => [addressOf(each), each]));
  const stale = staleMarks(notebook);
  const found: IEvidence[] = [];
  let heading = '';
  const breathe = breather();
  for (const [position, cell] of notebook.cells.entries()) {
    stopIfAborted(signal);
    await breathe();
    heading = headingIn(cell) ?? heading;
    const piece = pieceOf(notebook, cell, position, heading);
    if (cell.type === 'markdown') {
      const hash = hashSource(cell.source);
      const read =
        known.get([notebook.path, cell.id, null, hash].join('\n')) ??
        readMarkdownText(cell.source);
      if (read) {
        found.push(piece(read, null, hash, []));
      }
    } else if (cell.type === 'code') {
      cell.outputs.slice(0, MAX_OF_A_CELL).forEach((output, index) => {
        const hash = hashOutput(output);
        const read =
          known.get([notebook.path, cell.id, index, hash].join('\n')) ??
          readOutput(output);
        if (read) {
          found.push(piece(read, index, hash, stale.get(cell.id) ?? []));
        }
      });
    }
  }
  return found;
}

function pieceOf(
  notebook: IReportNotebook,
  cell: IReportCell,
  position: number,
  heading: string
): (
  read: IReadOutput,
  output: number | null,
  hash: string,
  stale: IEvidence['stale']
) => IEvidence {
  const title = commentIn(cell) ?? heading;
  const sourceHash = hashText(cell.source);
  return ({ content, cut }, output, hash, stale) => ({
    id: '',
    source: {
      notebook: notebook.path,
      cellId: cell.id,
      position,
      output,
      executionCount: countOf(cell),
      ...(cell.own && { own: true })
    },
    title,
    ...(heading && { heading }),
    ...(output !== null && { code: cell.source.slice(0, MAX_CODE) }),
    content,
    hash,
    sourceHash,
    time: output === null ? null : (cell.run?.at ?? null),
    stale,
    cut,
    relevance: 1
  });
}

/** A notebook from elsewhere may have any value here. */
function countOf({ executionCount }: IReportCell): number | null {
  return Number.isSafeInteger(executionCount) ? executionCount : null;
}

/** Characters of a cell's code that are kept with its outputs. */
const MAX_CODE = 2000;

const MAX_TITLE = 120;

/** The first heading of a Markdown cell. */
function headingIn({ type, source }: IReportCell): string | null {
  return type === 'markdown'
    ? shortened(/^ {0,3}#{1,6}[ \t](.*[^\s#])/m.exec(source.slice(0, 5000)))
    : null;
}

/** The comment at the beginning of a code cell. */
function commentIn({ type, source }: IReportCell): string | null {
  return type === 'code'
    ? shortened(/^\s*#+'?[ \t]*([^\n!%].*)/.exec(source.slice(0, 5000)))
    : null;
}

function shortened(match: RegExpExecArray | null): string | null {
  const text = match && cleanText(match[1]).trim();
  return text ? text.slice(0, MAX_TITLE) : null;
}

function isProse({ source }: IEvidence): boolean {
  return source.output === null;
}

function addressOf({
  source: { notebook, cellId, output },
  hash
}: IEvidence): string {
  return [notebook, cellId, output, hash].join('\n');
}

/**
 * For each cell with outputs, why they may not be what the cell would give now.
 */
function staleMarks({
  cells,
  kernel
}: IReportNotebook): Map<string, StaleMark[]> {
  const marks = new Map<string, StaleMark[]>();
  // A kernel that was restarted counts from one again.
  const highest = new Map<string | null, number>();
  for (const cell of cells) {
    if (cell.type !== 'code') {
      continue;
    }
    const ranOn = cell.run?.kernel ?? null;
    const before = highest.get(ranOn) ?? 0;
    const count = cell.executionCount;
    marks.set(cell.id, [
      ...ofRun(cell, kernel?.epoch ?? null),
      ...(count !== null && count < before ? (['out-of-order'] as const) : [])
    ]);
    highest.set(ranOn, Math.max(before, count ?? 0));
  }
  return marks;
}

function ofRun(
  { run, source }: IReportCell,
  epoch: string | null
): StaleMark[] {
  if (run === null) {
    return ['unknown'];
  }
  return [
    ...(run.hash === hashText(source) ? [] : (['changed'] as const)),
    ...(run.kernel === null
      ? (['unknown'] as const)
      : run.kernel === epoch
        ? []
        : (['other-kernel'] as const))
  ];
}

/**
 * Of a longer output, only the beginning, the end and the length are hashed.
 */
const MAX_HASHED = 200_000;

/** A hash that tells whether an output has changed, in bounded time. */
function hashOutput(output: CellOutput): string {
  switch (output.type) {
    case 'stream':
      return hashSource(output.text);
    case 'error':
      return hashText([output.name, output.message].map(hashSource).join('\n'));
    case 'data':
      return hashText(
        Object.entries(output.data)
          .filter(([type]) => isShown(type))
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([type, value]) => `${type} ${hashSource(textOf(value))}`)
          .join('\n')
      );
  }
}

/** The same for a text. */
function hashSource(text: string): string {
  return text.length <= MAX_HASHED
    ? hashText(text)
    : hashText(
        `${text.length} ${text.slice(0, MAX_HASHED / 2)}${text.slice(-MAX_HASHED / 2)}`
      );
}

/** The view of a widget names a model with a new id in each run. */
function isShown(type: string): boolean {
  return type !== 'application/vnd.jupyter.widget-view+json';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
