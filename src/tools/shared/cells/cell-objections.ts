import { type CardBody, type IToolContext, hashText } from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { MARKDOWN_MIME_TYPE } from './markdown';

/** Cells in the form a card shows; cells that are gone are left out. */
export function cellBodies(
  ids: string[],
  { notebook }: IToolContext
): { id: string; source: string }[] {
  return ids.flatMap(id => {
    const cell = notebook.cell(id);
    return cell ? [{ id, source: cell.source }] : [];
  });
}

/** A complete cell as the middle part of a card. */
export function cellBody(id: string, context: IToolContext): CardBody {
  const { notebook } = context;
  const isMarkdown = notebook.cell(id)?.type === 'markdown';
  return {
    kind: 'cells',
    mimeType: isMarkdown ? MARKDOWN_MIME_TYPE : notebook.kernel.mimeType,
    cells: cellBodies([id], context)
  };
}

/** Why a cell cannot be moved or deleted, or null. */
export function cellChangeObjection(
  id: string,
  { names, notebook }: IToolContext
): string | null {
  const cell = notebook.cell(id);
  if (!cell) {
    return names.unknown(id);
  }
  if (notebook.readOnly) {
    return `${spoken(notebook.name)} is read-only, so its cells stay as they are. Tell the person to save a copy; reading still works.`;
  }
  return cell.readOnly
    ? `Cell ${names.of(id)} is protected from changes. Leave it as it is.`
    : null;
}

/** Refuses a cell whose current source the model has not seen; otherwise null. */
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
