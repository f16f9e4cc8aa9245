import {
  type IPolicyRequest,
  type IProposal,
  type IToolContext
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { isNotebook, mimeTypeOf } from '../shared/files/mime-type';
import { withDrawnNote } from '../shared/text/plain-markdown';
import { fileEffect, isOrdinaryFile } from './file-effect';
import { forCall, fromCall, isBeside } from '../shared/files/paths';
import { folderOf } from '../../contract/text/path-from-root';

/** Maximum size in bytes of a file that a card can show and a person can review. */
export const MAX_WRITTEN = 1_000_000;

/** Why nothing can be written to this path, in words for the model, or null. */
export function pathObjection(
  path: string,
  context: IToolContext
): string | null {
  const place = fromCall(path, context);
  if (place === null || place === '') {
    return `${JSON.stringify(path)} is not a path below the server's root. Paths start in the notebook's folder, /${folderOf(context.notebook.path)}; a leading "/" is the root.`;
  }
  return isNotebook(place)
    ? `${forCall(place, context)} is a notebook. Change the open one with the cell tools; others can't be written.`
    : null;
}

/** What the policy needs to know about a write to a path. */
export function writePolicy(
  path: string,
  context: IToolContext
): Partial<IPolicyRequest> {
  const place = fromCall(path, context);
  if (place === null || !isBeside(place, context)) {
    // The rules of the notebook's folder do not apply.
    return { elsewhere: true };
  }
  return isOrdinaryFile(forCall(place, context))
    ? {}
    : {
        always: context.trans.__(
          'Cellwright always asks before it writes %1: it is not plain data or a note, so another tool may run it or obey it.',
          spoken(place)
        )
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
  const effect = fileEffect(path, text);
  const folder = folderOf(path);
  const place =
    folder === ''
      ? trans.__('in the folder JupyterLab was started in')
      : trans.__('in %1', spoken(folder));
  return {
    title:
      before === null
        ? trans.__('Write a new file')
        : trans.__('Change a file'),
    sentence: withDrawnNote(
      before === null
        ? trans.__('Write the new file %1', spoken(path))
        : trans.__('Replace the text of %1', spoken(path)),
      effect,
      trans
    ),
    place,
    body: { kind: 'file', path, mimeType: mimeTypeOf(path), before, text },
    effect
  };
}
