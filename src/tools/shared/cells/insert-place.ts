import { type INotebook, type IToolContext, cellMark } from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { TOP } from './cell-names';
import { formatCount } from '../../../contract/text/format-size';

/** A cell to insert after; null for the top, undefined for the end. */
export type Anchor = string | null | undefined;

/**
 * Where a new cell goes: to the place requested, behind what an earlier call of
 * the step put there; else behind the one that an
 * earlier call of the step is going to make, which is nowhere yet; else behind
 * the last one that the run made, or into the empty cell the person was in, which
 * is replaced; else behind the last remaining cell the agent made in this thread,
 * if nothing of the person stands below it; else to the end.
 */
export function anchor(
  after: string | undefined,
  { notebook, created, behind, nextPlace, followsNewCell }: IToolContext
): Anchor {
  if (after !== undefined) {
    return behind !== undefined && notebook.cell(behind)
      ? behind
      : after === TOP
        ? null
        : after;
  }
  if (followsNewCell) {
    return undefined;
  }
  const next = nextPlace === undefined ? undefined : notebook.cell(nextPlace);
  if (next && (created.has(next.id) || isEmpty(next.id, notebook))) {
    return next.id;
  }
  const last = [...created]
    .reverse()
    .map(id => notebook.cell(id))
    .find(cell => cell !== undefined);
  const below = last ? notebook.cells().slice(last.index + 1) : [];
  return below.every(
    ({ id, source }) => created.has(id) || source.trim() === ''
  )
    ? last?.id
    : undefined;
}

/** "cell 10 of 16, after 28f5": where a cell stands, for the model. */
export function position(
  id: string,
  { names, notebook }: IToolContext
): string {
  const cells = notebook.cells();
  const index = cells.findIndex(cell => cell.id === id);
  const before = cells[index - 1];
  const place = `cell ${formatCount(index + 1)} of ${formatCount(cells.length)}`;
  return before ? `${place}, after ${names.of(before.id)}` : place;
}

/** Why a cell cannot be inserted after this one, in words for the model, or null. */
export function placeObjection(
  after: string | undefined,
  { names, notebook }: IToolContext
): string | null {
  if (notebook.readOnly) {
    return `${spoken(notebook.name)} is read-only, so no cell can be added. Tell the person to save a copy; reading still works.`;
  }
  if (after !== undefined && after !== TOP && !notebook.cell(after)) {
    return names.unknown(after);
  }
  return null;
}

function isEmpty(id: string, notebook: INotebook): boolean {
  return notebook.cell(id)?.source.trim() === '';
}

/** Where the new cell goes, for a card's sentence and the line under its code. */
export function insertPlace(after: Anchor, context: IToolContext): string {
  const { notebook, nextPlace, trans, followsNewCell } = context;
  if (
    typeof after === 'string' &&
    after === nextPlace &&
    isEmpty(after, notebook)
  ) {
    return trans.__(
      'in place of empty cell %1 in %2',
      cellMark(after),
      spoken(notebook.name)
    );
  }
  if (typeof after === 'string') {
    return trans.__('after %1 in %2', cellMark(after), spoken(notebook.name));
  }
  if (after === undefined && followsNewCell) {
    return trans.__('after the new cell in %1', spoken(notebook.name));
  }
  return after === undefined && notebook.cells().length > 0
    ? trans.__('at the end of %1', spoken(notebook.name))
    : trans.__('at the top of %1', spoken(notebook.name));
}

/** A place, followed by the name of the kernel. */
export function withKernel(place: string, { notebook }: IToolContext): string {
  const { displayName } = notebook.kernel;
  return displayName ? `${place} · ${displayName}` : place;
}

/** Why no cell can be run in the kernel's current state, or null. */
export function kernelObjection({ notebook }: IToolContext): string | null {
  const { status } = notebook.kernel;
  return status === 'none'
    ? `No kernel is running for ${spoken(notebook.name)}, so no code can run. Tell the person to choose one in the notebook's toolbar; reading and Markdown still work.`
    : status === 'dead'
      ? `The kernel of ${spoken(notebook.name)} has died. Its variables are gone: restart it with restart_kernel, or tell the person to.`
      : null;
}
