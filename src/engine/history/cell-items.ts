import {
  cellMark,
  hashText,
  type ICallRecord,
  type ICellInfo,
  type ICellRestore,
  type ICellSnapshot,
  type INotebook,
  type ITranslator,
  type IUndoItem,
  type IEffectRecord
} from '../../contract';
import {
  withOwnMetadata,
  outputsHash,
  ownMetadata
} from '../effects/cell-before';

/** Characters shown of a deleted cell, so that it can be recognised. */
const EXCERPT = 40;

const CELL_ITEM = 'cell:';

/** Id of the item for a cell. */
export function cellItem(id: string): string {
  return `${CELL_ITEM}${id}`;
}

/** Id of the cell of such an item. */
export function cellOfItem(item: string): string {
  return item.slice(CELL_ITEM.length);
}

/**
 * What undoing calls would do to the cells as they are now, and what cannot be
 * undone.
 */
export function cellItems(
  calls: readonly ICallRecord[],
  notebook: INotebook,
  trans: ITranslator
): { items: IUndoItem[]; remains: string[] } {
  const items: IUndoItem[] = [];
  const remains: string[] = [];
  const misplaced = misplacedCells(calls, notebook);
  for (const change of cellChanges(calls).values()) {
    const now = notebook.cell(change.id);
    if (isTooLarge(change)) {
      remains.push(
        trans.__(
          'The output that cell %1 had before was too large to keep.',
          cellMark(change.id)
        )
      );
    }
    if (!isBack(change, now, misplaced)) {
      items.push({
        id: cellItem(change.id),
        kind: 'cell',
        text: textOf(change, now, trans),
        ...conflictOf(change, now, notebook, trans),
        ...(keepsText(change, now)
          ? {}
          : {
              ...(now && { now: now.source }),
              ...(change.before && { then: change.before.source })
            })
      });
    }
  }
  return { items, remains };
}

/**
 * The steps that undo what was chosen, and the order of the cells after them.
 * Effects are reversed one by one from last to first, so that every cell finds
 * the place it had.
 */
export function cellSteps(
  calls: readonly ICallRecord[],
  notebook: INotebook,
  isChosen: (cellId: string) => boolean
): { steps: ICellRestore[]; order: string[] } {
  const changes = cellChanges(calls);
  const steps: ICellRestore[] = [];
  const order = notebook.cells().map(({ id }) => id);
  const back = new Set<string>();
  const place = (id: string, behind: string | null): string | null => {
    const known =
      behind === null || order.includes(behind)
        ? behind
        : (order.filter(each => each !== id).at(-1) ?? null);
    remove(order, id);
    order.splice(known === null ? 0 : order.indexOf(known) + 1, 0, id);
    return known;
  };
  for (const effect of effectsOf(calls).reverse()) {
    const id = 'cellId' in effect ? effect.cellId : null;
    const change = id === null ? undefined : changes.get(id);
    if (id === null || !change || !isChosen(id)) {
      continue;
    }
    const isThere = order.includes(id);
    if (effect.kind === 'insert') {
      if (isThere) {
        const { took } = effect;
        if (took && !order.includes(took.cell.id)) {
          // Put back before the other cell is removed, since a notebook always
          // has a cell.
          const behind = place(took.cell.id, took.behind);
          steps.push({ cell: took.cell, behind });
        }
        remove(order, id);
        steps.push({ remove: id });
      }
    } else if (effect.kind === 'move') {
      if (isThere) {
        steps.push({ move: id, behind: place(id, effect.behind) });
      }
    } else if (change.before && !back.has(id)) {
      back.add(id);
      const behind = effect.kind === 'delete' ? effect.behind : undefined;
      steps.push({
        cell: withOwnMetadata(change.before, notebook.snapshot(id)),
        ...(!isThere && {
          behind: place(
            id,
            behind === undefined ? (order.at(-1) ?? null) : behind
          )
        })
      });
    }
  }
  return { steps, order };
}

/** Cells that would be in another place if everything were undone. */
function misplacedCells(
  calls: readonly ICallRecord[],
  notebook: INotebook
): ReadonlySet<string> {
  const then = cellSteps(calls, notebook, () => true).order;
  const now = notebook
    .cells()
    .map(({ id }) => id)
    .filter(id => then.includes(id));
  const same = then.filter(id => now.includes(id));
  return new Set(
    now.filter((id, at) => now[at - 1] !== same[same.indexOf(id) - 1])
  );
}

function remove(order: string[], id: string): void {
  const index = order.indexOf(id);
  if (index >= 0) {
    order.splice(index, 1);
  }
}

/** Whether nothing of a change is left to undo. */
function isBack(
  change: ICellChange,
  now: ICellInfo | undefined,
  misplaced: ReadonlySet<string>
): boolean {
  const { created, deleted, before, moved } = change;
  if (created) {
    return deleted || !now;
  }
  if (!now) {
    return before === null;
  }
  if (moved && misplaced.has(now.id)) {
    return false;
  }
  return (
    before === null ||
    isTooLarge(change) ||
    (now.source === before.source &&
      now.executionCount === (before.executionCount ?? null))
  );
}

/** Whether the cell's text stays the same because it was only run or moved. */
function keepsText(
  { created, before }: ICellChange,
  now: ICellInfo | undefined
): boolean {
  return (
    now !== undefined &&
    !created &&
    (before === null || before.source === now.source)
  );
}

/** Whether only the output changed, and was too large to keep. */
function isTooLarge({ before, ran, written, deleted }: ICellChange): boolean {
  return (
    ran &&
    !written &&
    !deleted &&
    before?.type === 'code' &&
    before.outputs === undefined
  );
}

function textOf(
  { id, created, took, written, moved, ran, before }: ICellChange,
  now: ICellInfo | undefined,
  trans: ITranslator
): string {
  const mark = cellMark(id);
  if (!now) {
    const line = before?.source.trim().split('\n')[0].slice(0, EXCERPT) ?? '';
    return line
      ? trans.__('Put back the deleted cell “%1”', line)
      : trans.__('Put back a deleted cell');
  }
  if (took) {
    return trans.__(
      'Remove cell %1; the empty cell it replaced comes back',
      mark
    );
  }
  if (created) {
    return trans.__('Remove cell %1', mark);
  }
  if (written) {
    return trans.__('Put back the text of cell %1', mark);
  }
  return ran && !moved
    ? trans.__('Put back the output of cell %1', mark)
    : trans.__('Put cell %1 back in its place', mark);
}

function conflictOf(
  change: ICellChange,
  now: ICellInfo | undefined,
  notebook: INotebook,
  trans: ITranslator
): Pick<IUndoItem, 'conflict'> {
  const { created, deleted, hash, before } = change;
  if (!now) {
    return deleted ? {} : { conflict: trans.__('You have deleted it since.') };
  }
  if (now.running) {
    return { conflict: trans.__('It is running.') };
  }
  if (
    (hash !== null && hashText(now.source) !== hash) ||
    (before !== null && now.type !== before.type)
  ) {
    return { conflict: trans.__('You have changed it since.') };
  }
  if (created && hasOwn(notebook.snapshot(now.id))) {
    // Only for a cell that would be removed: one that stays keeps its metadata.
    return {
      conflict: trans.__('You have added tags or other metadata to it since.')
    };
  }
  return ranSince(change, now, notebook, trans);
}

/**
 * Whether somebody has added metadata or attachments to a cell that the run
 * made.
 */
function hasOwn(cell: ICellSnapshot | undefined): boolean {
  return (
    cell !== undefined &&
    (Object.keys(ownMetadata(cell)).length > 0 ||
      Object.keys(cell.attachments ?? {}).length > 0)
  );
}

/**
 * Counts start again with each kernel, so an equal count may belong to another
 * run. The outputs decide then; if they are equal too, nothing is lost.
 */
function ranSince(
  { count, outputs, created, ran, written, before }: ICellChange,
  now: ICellInfo,
  notebook: INotebook,
  trans: ITranslator
): Pick<IUndoItem, 'conflict'> {
  const left =
    ran || !(created || written) ? count : (before?.executionCount ?? null);
  if (left !== undefined && now.executionCount !== left) {
    return { conflict: trans.__('You have run it since.') };
  }
  return outputs !== undefined && outputsHash(notebook, now.id) !== outputs
    ? { conflict: trans.__('Its output has changed since.') }
    : {};
}

/** What a run did to one cell, all effects together. */
interface ICellChange {
  id: string;
  created: boolean;
  /** Whether the cell took the place of an empty cell. */
  took: boolean;
  deleted: boolean;
  /** Whether its source was changed. */
  written: boolean;
  moved: boolean;
  ran: boolean;
  /** The cell before the run first touched it; null if the run made it. */
  before: ICellSnapshot | null;
  /** Hash of the source after the run; null if the run did not need it. */
  hash: string | null;
  /** Execution count after the run; undefined if the cell was not run. */
  count: number | null | undefined;
  /** Hash of the outputs after the run; undefined if it was not recorded. */
  outputs: string | undefined;
}

/** What a run did to one file. */
export interface IFileChange {
  path: string;
  /** Null if the run made the file, undefined if it was too large to keep. */
  before: string | null | undefined;
  /** Hash of the text after the run. */
  hash: string;
}

/** All effects of these calls, in the order they were done. */
export function effectsOf(calls: readonly ICallRecord[]): IEffectRecord[] {
  return calls.flatMap(call => call.effects);
}

/** What calls did to cells; several effects on one cell become one change. */
export function cellChanges(
  calls: readonly ICallRecord[]
): Map<string, ICellChange> {
  const changes = new Map<string, ICellChange>();
  for (const { effects, outcome } of calls) {
    for (const effect of effects) {
      const id = 'cellId' in effect ? effect.cellId : null;
      if (id !== null) {
        const change = changes.get(id) ?? untouched(id);
        changes.set(id, change);
        note(change, effect);
      }
    }
    for (const [id, count] of Object.entries(outcome?.counts ?? {})) {
      const change = changes.get(id);
      if (change) {
        change.count = count;
        change.outputs = outcome?.outputs?.[id];
      }
    }
  }
  return changes;
}

/** What calls did to files. */
export function fileChanges(
  calls: readonly ICallRecord[]
): Map<string, IFileChange> {
  const changes = new Map<string, IFileChange>();
  for (const effect of effectsOf(calls)) {
    if (effect.kind === 'write') {
      const { path, hash } = effect;
      const first = changes.get(path) ?? effect;
      changes.set(path, { path, before: first.before, hash });
    }
  }
  return changes;
}

function untouched(id: string): ICellChange {
  return {
    id,
    created: false,
    took: false,
    deleted: false,
    written: false,
    moved: false,
    ran: false,
    before: null,
    hash: null,
    count: undefined,
    outputs: undefined
  };
}

function note(change: ICellChange, effect: IEffectRecord): void {
  switch (effect.kind) {
    case 'insert':
      change.created = true;
      change.took = effect.took !== undefined;
      change.hash = effect.hash;
      return;
    case 'source':
      change.written = true;
      change.hash = effect.hash;
      break;
    case 'run':
      change.ran = true;
      change.hash ??= effect.hash;
      break;
    case 'delete':
      change.deleted = true;
      break;
    case 'move':
      change.moved = true;
      return;
    default:
      return;
  }
  if (!change.created) {
    change.before ??= effect.before;
  }
}
