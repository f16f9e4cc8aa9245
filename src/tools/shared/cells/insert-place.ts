import { type INotebook, type IToolContext, cellMark } from '../../../contract';

/**
 * The cell to insert after: the one requested; else the empty cell the person
 * was in, which is replaced; else the last remaining cell the agent made in
 * this thread; undefined for the end of the notebook.
 */
export function anchor(
  after: string | undefined,
  { notebook, made, spot }: IToolContext
): string | undefined {
  if (after !== undefined) {
    return after;
  }
  if (spot !== undefined && isEmpty(spot, notebook)) {
    return spot;
  }
  return [...made].reverse().find(id => notebook.cell(id) !== undefined);
}

/** Why a cell cannot be inserted after this one, in words for the model, or null. */
export function placeObjection(
  after: string | undefined,
  { names, notebook }: IToolContext
): string | null {
  if (notebook.readOnly) {
    return `${notebook.name} is read-only, so no cell can be added. Tell the person to save a copy; reading still works.`;
  }
  if (after !== undefined && !notebook.cell(after)) {
    return names.unknown(after);
  }
  return null;
}

function isEmpty(id: string, notebook: INotebook): boolean {
  return notebook.cell(id)?.source.trim() === '';
}

/** Whether the new cell replaces the empty one the person was in. */
export function takesSpot(
  place: string | undefined,
  { notebook, spot }: IToolContext
): place is string {
  return place !== undefined && place === spot && isEmpty(place, notebook);
}

/** Where the new cell goes, for the line under a card's code. */
export function insertPlace(
  after: string | undefined,
  context: IToolContext
): string {
  const { notebook, trans } = context;
  if (takesSpot(after, context)) {
    return trans.__(
      'in place of empty cell %1 in %2',
      cellMark(after),
      notebook.name
    );
  }
  if (after !== undefined) {
    return trans.__('after %1 in %2', cellMark(after), notebook.name);
  }
  return notebook.cells().length > 0
    ? trans.__('at the end of %1', notebook.name)
    : trans.__('at the top of %1', notebook.name);
}

/** A place, followed by the name of the kernel. */
export function withKernel(place: string, { notebook }: IToolContext): string {
  const { displayName } = notebook.kernel;
  return displayName ? `${place} · ${displayName}` : place;
}

/** Why no cell can be run in the kernel's current state, or null. */
export function kernelObjection({ notebook }: IToolContext): string | null {
  switch (notebook.kernel.status) {
    case 'none':
      return `No kernel is running for ${notebook.name}, so no code can run. Tell the person to choose one in the notebook's toolbar; reading and Markdown still work.`;
    case 'dead':
      return `The kernel of ${notebook.name} has died. Tell the person to restart it from the Kernel menu; its variables are gone then.`;
    default:
      return null;
  }
}
