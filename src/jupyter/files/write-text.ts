import type { Contents } from '@jupyterlab/services';

import type { IFiles, ITranslator } from '../../contract';
import { isBytesHash, hashText } from '../../contract/text/hash';
import {
  WorkspaceError,
  ifRefused,
  isWorkspaceError
} from '../../contract/ports/workspace-error';
import { fileError } from './file-errors';
import type { IOpenText, OpenDocuments } from './open-documents';
import { hasChangedOnDisk, saveDocument } from './save-document';
import { replaceSource } from '../notebook/notebook-edits';
import { folderOf } from '../../contract/text/path-from-root';

/** A file that is now larger than this counts as changed since it was read. */
const MAX_COMPARED = 20_000_000;
/** The same for binary files, such as a document with images. */
const MAX_BYTES = 100_000_000;

interface IWriting {
  contents: Contents.IManager;
  trans: ITranslator;
  open: OpenDocuments;
  files: IFiles;
}

/**
 * Writes a text file after checking that it is still the one that was read: the
 * contents API has no conditional write.
 *
 * @param path in the server's own spelling.
 * @throws WorkspaceError `exists` | `changed` | `save-conflict` | `read-only` |
 * `failed`
 */
export async function writeText(
  path: string,
  text: string,
  expected: string | null,
  writing: IWriting
): Promise<void> {
  const open = writing.open.text(path);
  if (open) {
    await writeOpen(path, text, expected, open, writing);
    return;
  }
  await compare(path, expected, writing);
  const { contents, trans } = writing;
  try {
    if (expected === null) {
      await makeFolders(path, writing);
    }
    await contents.save(path, { type: 'file', format: 'text', content: text });
  } catch (error) {
    throw fileError(error, path, 'write', trans);
  }
}

/**
 * Deletes a file after checking that it is still the one that is meant. Unsaved
 * edits in its tab count as a change.
 *
 * @param path in the server's own spelling.
 * @throws WorkspaceError `not-found` | `changed` | `read-only` | `failed`
 */
export async function deleteFile(
  path: string,
  expected: string,
  { contents, trans, open, files }: IWriting
): Promise<void> {
  if (isBytesHash(expected)) {
    if ((await files.bytesVersion?.(path, MAX_BYTES)) !== expected) {
      throw changedError(path, trans);
    }
  } else {
    const text =
      open.text(path)?.source.getSource() ??
      (await files.readText(path, MAX_COMPARED));
    checkVersion(path, text, expected, trans);
  }
  try {
    await contents.delete(path);
  } catch (error) {
    throw fileError(error, path, 'write', trans);
  }
}

/** The open document changes visibly, as one undo step. */
async function writeOpen(
  path: string,
  text: string,
  expected: string | null,
  { context, source }: IOpenText,
  { contents, trans }: IWriting
): Promise<void> {
  checkVersion(path, source.getSource(), expected, trans);
  if (context.model.readOnly || context.contentsModel?.writable === false) {
    throw new WorkspaceError(
      'read-only',
      trans.__('“%1” is read-only. Choose another name.', path)
    );
  }
  // Checked before the text changes: otherwise JupyterLab would open a dialog.
  if (
    !context.model.collaborative &&
    (await hasChangedOnDisk(context, contents))
  ) {
    throw new WorkspaceError(
      'save-conflict',
      trans.__(
        '“%1” was changed outside this page while it is open here. Save or revert it from the File menu first.',
        path
      )
    );
  }
  replaceSource(source, text);
  await saveDocument(context, contents, path, trans);
}

async function compare(
  path: string,
  expected: string | null,
  { files, trans }: IWriting
): Promise<void> {
  if (expected === null) {
    if (await exists(path, files)) {
      throw existsError(path, trans);
    }
    return;
  }
  let text: string | null;
  try {
    text = await files.readText(path, MAX_COMPARED);
  } catch (error) {
    if (
      isWorkspaceError(error) &&
      (error.code === 'not-found' || error.code === 'too-large')
    ) {
      throw changedError(path, trans, error);
    }
    throw error;
  }
  checkVersion(path, text, expected, trans);
}

function checkVersion(
  path: string,
  now: string | null,
  expected: string | null,
  trans: ITranslator
): void {
  if (expected === null) {
    throw existsError(path, trans);
  }
  if (now === null || hashText(now) !== expected) {
    throw changedError(path, trans);
  }
}

async function exists(path: string, files: IFiles): Promise<boolean> {
  return (await files.stat(path).catch(ifRefused(null, 'not-found'))) !== null;
}

/** Creates the missing parent folders of a file, from the top. */
export async function makeFolders(
  path: string,
  { contents, files }: Pick<IWriting, 'contents' | 'files'>
): Promise<void> {
  const missing: string[] = [];
  for (
    let folder = folderOf(path);
    folder !== '' && !(await exists(folder, files));
    folder = folderOf(folder)
  ) {
    missing.unshift(folder);
  }
  for (const folder of missing) {
    await contents.save(folder, { type: 'directory' });
  }
}

function existsError(path: string, trans: ITranslator): WorkspaceError {
  return new WorkspaceError(
    'exists',
    trans.__(
      '“%1” already exists. Choose another name, or replace it on purpose.',
      path
    )
  );
}

function changedError(
  path: string,
  trans: ITranslator,
  cause?: unknown
): WorkspaceError {
  return new WorkspaceError(
    'changed',
    trans.__(
      '“%1” was changed since it was read, so it was left as it is. Read it again.',
      path
    ),
    { cause }
  );
}
