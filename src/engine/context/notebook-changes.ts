import { hashText, type ICellInfo, type INotebook } from '../../contract';
import { namesInCode } from '../../tools';

import type { IAgentMemory } from '../run/agent-memory';
import type { IRunContext } from '../run/run-context';
import {
  cellHeading,
  shorten,
  type INotebookContext
} from './notebook-context';
import { speaksPython } from './quick-inspection';

/** Characters of one changed cell, and of all of them. */
const SOURCE_BUDGET = 1500;
const SOURCES_BUDGET = 4000;

/** Cells that are named in one line. */
const MAX_NAMED = 12;

/** Characters shown of a source that is too long. */
const LINE = 60;

/** A cell as the model knows it. */
type KnownCell = [id: string, hash: string, count: number | null];

/**
 * The cells at the beginning of a turn, as a fact that is stored with the
 * thread.
 */
export function knownCells(notebook: Pick<INotebook, 'cells'>): string {
  return JSON.stringify(
    notebook
      .cells()
      .map(({ id, source, executionCount }): KnownCell => [
        id,
        hashText(source),
        executionCount
      ])
  );
}

/**
 * The same at its end. What somebody else changed meanwhile and the model has
 * not read stays as it was, so that the next message tells it.
 */
export function knownCellsAfterTurn(
  {
    cells = '[]',
    seen,
    created
  }: Pick<IAgentMemory, 'cells' | 'seen' | 'created'>,
  notebook: Pick<INotebook, 'cells'>
): string {
  const before = new Map(parsed(cells).map(([id, hash]) => [id, hash]));
  const now = parsed(knownCells(notebook));
  return JSON.stringify(
    now.flatMap(([id, hash, count]): KnownCell[] => {
      const known = before.get(id);
      return seen[id] === hash || known === hash || created.has(id)
        ? [[id, hash, count]]
        : known === undefined
          ? []
          : [[id, known, count]];
    })
  );
}

function parsed(cells: string): KnownCell[] {
  return JSON.parse(cells) as KnownCell[];
}

/**
 * What has changed in the notebook since the agent's last turn: which cells
 * were changed, added, run, moved and deleted, and which ones below use what
 * changed and have not run since.
 *
 * @param attached ids of cells whose source is sent anyway.
 * @returns an empty text if nothing has.
 */
export function notebookChanges(
  { names, options }: Pick<IRunContext, 'names' | 'options'>,
  attached: readonly string[]
): INotebookContext {
  const { notebook, memory, grammars } = options;
  if (memory.cells === undefined) {
    return { text: '', seen: {} };
  }
  const cells = notebook.cells();
  const before = new Map(
    parsed(memory.cells).map(([id, hash, count]) => [id, { hash, count }])
  );
  const hasRun = ({ id, executionCount: count }: ICellInfo): boolean =>
    count !== null && count !== (before.get(id)?.count ?? null);
  const changed = cells.filter(({ id, source }) => {
    const hash = hashText(source);
    // What the model has read or written since is known to it.
    return (
      before.get(id)?.hash !== hash &&
      memory.seen[id] !== hash &&
      (source.trim() !== '' || before.has(id))
    );
  });
  const ids = new Set(cells.map(({ id }) => id));
  const nameOf = (id: string): string => names.of(id);
  const heading = (cell: ICellInfo): string =>
    cellHeading(cell, nameOf(cell.id));
  const after = ({ index }: ICellInfo): string =>
    index === 0 ? 'at the top' : `after ${nameOf(cells[index - 1].id)}`;
  const seen: Record<string, string> = {};
  let left = SOURCES_BUDGET;
  const sourceOf = ({ id, source }: ICellInfo): string => {
    if (attached.includes(id)) {
      return 'attached below';
    }
    if (source.length > Math.min(SOURCE_BUDGET, left)) {
      return `${shorten(source.trim().split('\n', 1)[0], LINE)} … (read_notebook has the rest)`;
    }
    left -= source.length;
    seen[id] = hashText(source);
    return source;
  };
  const lines = [
    ...changed.slice(0, MAX_NAMED).map(cell => {
      const what = before.has(cell.id) ? 'changed' : `added ${after(cell)}`;
      const run =
        cell.type !== 'code' ? '' : hasRun(cell) ? ' and ran' : ', not run';
      return `--- ${heading(cell)}: ${what}${run}\n${sourceOf(cell)}`;
    }),
    ...(changed.length > MAX_NAMED
      ? [`… ${changed.length - MAX_NAMED} more changed; read_notebook has them`]
      : []),
    listed(
      'Ran again, unchanged',
      cells.filter(cell => hasRun(cell) && !changed.includes(cell)).map(heading)
    ),
    listed(
      'Deleted',
      [...before.keys()].filter(id => !ids.has(id)).map(nameOf)
    ),
    listed(
      'Moved',
      moved(
        [...before.keys()].filter(id => ids.has(id)),
        cells.filter(({ id }) => before.has(id)).map(({ id }) => id)
      ).flatMap(id => {
        const cell = notebook.cell(id);
        return cell ? `${nameOf(id)} (now ${after(cell)})` : [];
      })
    ),
    listed(
      'Not run since, though they use what changed',
      outdated(
        cells,
        new Set(changed),
        hasRun,
        speaksPython(notebook) ? grammars.python : null
      ).map(({ cell, uses }) => `${heading(cell)} (${uses.join(', ')})`)
    )
  ].filter(line => line !== '');
  return {
    text:
      lines.length > 0
        ? `Changed in the notebook since your last turn, not by you:\n${lines.join('\n')}`
        : '',
    seen
  };
}

/** `Deleted: 3f2a, b7e0.` */
function listed(title: string, items: readonly string[]): string {
  const more = items.length - MAX_NAMED;
  return items.length === 0
    ? ''
    : `${title}: ${items.slice(0, MAX_NAMED).join('; ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The ids that have another place between the others. */
function moved(before: readonly string[], now: readonly string[]): string[] {
  const found = new Set<string>();
  let at = 0;
  let to = 0;
  while (at < before.length && to < now.length) {
    if (found.has(before[at])) {
      at++;
    } else if (found.has(now[to])) {
      to++;
    } else if (before[at] === now[to]) {
      at++;
      to++;
    } else {
      // Either the one went down, or the other came up.
      found.add(before[at + 1] === now[to] ? before[at] : now[to]);
    }
  }
  return now.filter(id => found.has(id));
}

/**
 * Cells that were run before a cell above them changed a name they use,
 * directly or through other cells.
 */
function outdated(
  cells: readonly ICellInfo[],
  changed: ReadonlySet<ICellInfo>,
  hasRun: (cell: ICellInfo) => boolean,
  grammar: Parameters<typeof namesInCode>[1]
): { cell: ICellInfo; uses: string[] }[] {
  /**
   * Names with another value, and the count of the run that gave it; null while
   * that has not run.
   */
  const fresh = new Map<string, number | null>();
  const found: { cell: ICellInfo; uses: string[] }[] = [];
  for (const cell of cells) {
    const { type, source, executionCount: count } = cell;
    const isChanged = changed.has(cell);
    // Parsing takes a millisecond; looking for the text does not.
    if (
      type !== 'code' ||
      !(isChanged || [...fresh.keys()].some(name => source.includes(name)))
    ) {
      continue;
    }
    const names = namesInCode(source, grammar);
    const uses = [...names.uses].filter(name => fresh.has(name));
    const isCurrent =
      hasRun(cell) &&
      uses.every(name => (fresh.get(name) ?? Infinity) < (count ?? 0));
    if (
      uses.length > 0 &&
      !isCurrent &&
      count !== null &&
      (!isChanged || hasRun(cell))
    ) {
      found.push({ cell, uses });
    }
    for (const name of names.defines) {
      if (isChanged || uses.length > 0) {
        fresh.set(name, isCurrent ? count : null);
      } else {
        fresh.delete(name);
      }
    }
  }
  return found;
}
