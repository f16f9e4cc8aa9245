import {
  type IPolicyRequest,
  type IProposal,
  type IToolContext,
  isWithin,
  pathFromRoot
} from '../../contract';
import { isNotebook, mimeTypeOf, spoken } from '../shared/files/mime-type';
import { notebookImports } from '../code-effect/notebook/notebook-imports';
import { notebookFolder } from '../shared/files/notebook-folder';
import { whyAlwaysAsked } from '../shared/files/why-always-asked';
import { whyFarFile } from '../code-effect/why-far-file';

/** Maximum size in bytes of a file that a card can show and a person can review. */
export const MAX_WRITTEN = 1_000_000;

/** Why nothing can be written to this path, in words for the model, or null. */
export function pathObjection(path: string): string | null {
  const inside = pathFromRoot(path);
  if (inside === null || inside === '') {
    return `${JSON.stringify(path)} is not a path below the server's root, without a leading "/" and without "..". Call list_files to see the folders.`;
  }
  return isNotebook(inside)
    ? `${inside} is a notebook. Change the open one with the cell tools; others can't be written.`
    : null;
}

/** What the policy is told about a write to a path. */
export function writePolicy(
  path: string,
  context: IToolContext
): Partial<IPolicyRequest> {
  const always = whyAlwaysAsked(
    [belowNotebook(path, context)],
    context.trans,
    notebookImports(context)
  );
  return {
    ...(isElsewhere(path, context) && { elsewhere: true }),
    ...(always !== null && { always })
  };
}

/** A path relative to the notebook's folder, in which its code runs. */
function belowNotebook(path: string, { notebook }: IToolContext): string {
  const folder = notebookFolder(notebook.path);
  const inside = pathFromRoot(path);
  return inside !== null && folder !== '' && isWithin(inside, folder)
    ? inside.slice(folder.length + 1)
    : path;
}

/** Whether a write leaves the notebook's folder, to which its rules apply. */
function isElsewhere(path: string, { notebook }: IToolContext): boolean {
  const inside = pathFromRoot(path);
  return inside === null || !isWithin(inside, notebookFolder(notebook.path));
}

/** The card for a write. @param before `null` for a new file. */
export function fileProposal(
  { path, before, text }: { path: string; before: string | null; text: string },
  context: IToolContext
): IProposal {
  const { trans } = context;
  const always = whyFarFile(path, text, context);
  const folder = path.split('/').slice(0, -1).join('/');
  const place =
    folder === ''
      ? trans.__('in the folder JupyterLab was started in')
      : trans.__('in %1', spoken(folder));
  return {
    title:
      before === null
        ? trans.__('Write a new file')
        : trans.__('Change a file'),
    sentence:
      before === null
        ? trans.__('Write the new file %1', spoken(path))
        : trans.__('Replace the text of %1', spoken(path)),
    place,
    body: { kind: 'file', path, mimeType: mimeTypeOf(path), before, text },
    ...(always !== null && { always })
  };
}
