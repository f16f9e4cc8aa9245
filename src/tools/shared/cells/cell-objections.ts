import { type IToolContext, hashText } from '../../../contract';

/** Cells as a card shows them; those that are gone are left out. */
export function cellBodies(
  ids: string[],
  { notebook }: IToolContext
): { id: string; source: string }[] {
  return ids.flatMap(id => {
    const cell = notebook.cell(id);
    return cell ? [{ id, source: cell.source }] : [];
  });
}

/** What changing the place or the life of a cell meets, or null. */
export function cellChangeObjection(
  id: string,
  { names, notebook }: IToolContext
): string | null {
  const cell = notebook.cell(id);
  if (!cell) {
    return names.unknown(id);
  }
  if (notebook.readOnly) {
    return `${notebook.name} is read-only, so its cells stay as they are. Tell the person to save a copy; reading still works.`;
  }
  return cell.readOnly
    ? `Cell ${names.of(id)} is protected from changes. Leave it as it is.`
    : null;
}

/** What a cell that the model does not know as it is now meets, or null. */
export function unseenObjection(
  id: string,
  { names, notebook, seen }: IToolContext,
  then: string
): string | null {
  const cell = notebook.cell(id);
  return cell && seen[id] !== hashText(cell.source)
    ? `Cell ${names.of(id)} has changed since you read it (or was not read). Call read_notebook with cells=["${names.of(id)}"], then ${then}.`
    : null;
}
