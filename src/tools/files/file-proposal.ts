import {
  type IPolicyRequest,
  type IProposal,
  type IToolContext
} from '../../contract';
import { isNotebook, mimeTypeOf, spoken } from '../shared/files/mime-type';
import { notebookImports } from '../code-effect/notebook/notebook-imports';
import {
  forCall,
  fromCall,
  isBeside,
  notebookFolder
} from '../shared/files/paths';
import { whyAlwaysAsked } from '../shared/files/why-always-asked';
import { whyFarFile } from '../code-effect/why-far-file';

/** Maximum size in bytes of a file that a card can show and a person can review. */
export const MAX_WRITTEN = 1_000_000;

/** Why nothing can be written to this path, in words for the model, or null. */
export function pathObjection(
  path: string,
  context: IToolContext
): string | null {
  const place = fromCall(path, context);
  if (place === null || place === '') {
    return `${JSON.stringify(path)} is not a path below the server's root. Paths start in the notebook's folder, /${notebookFolder(context.notebook.path)}; a leading "/" is the root.`;
  }
  return isNotebook(place)
    ? `${forCall(place, context)} is a notebook. Change the open one with the cell tools; others can't be written.`
    : null;
}

/** What the policy is told about a write to a path. */
export function writePolicy(
  path: string,
  context: IToolContext
): Partial<IPolicyRequest> {
  const place = fromCall(path, context);
  const isElsewhere = place === null || !isBeside(place, context);
  const always = whyAlwaysAsked(
    [place === null ? path : isElsewhere ? place : forCall(place, context)],
    context.trans,
    notebookImports(context)
  );
  return {
    // The rules of the notebook's folder do not apply.
    ...(isElsewhere && { elsewhere: true }),
    ...(always !== null && { always })
  };
}

/**
 * The card for a write.
 *
 * @param path from the server's root, as the file browser shows it.
 * @param before `null` for a new file.
 */
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
