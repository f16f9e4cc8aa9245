import {
  hashText,
  isBytesHash,
  isWorkspaceError,
  type ICallRecord,
  type IFiles,
  type ITranslator,
  type IUndoItem
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { fileChanges, type IFileChange } from './cell-changes';
import { MAX_KEPT } from '../effects/journaled-files';

/** The largest file without text that may be deleted again, in bytes. */
const MAX_BYTES = 100_000_000;

/** A file that undoing would change. */
export interface IFileUndo {
  item: IUndoItem;
  path: string;
  /** The text after undoing; null if the file will be deleted. */
  before: string | null;
  /** The present version of the file; null if there is none. */
  version: string | null;
}

/**
 * What undoing calls would do to files as they are now, and what cannot be
 * undone.
 */
export async function fileUndos(
  calls: readonly ICallRecord[],
  files: IFiles,
  trans: ITranslator
): Promise<{ undos: IFileUndo[]; remains: string[] }> {
  const undos: IFileUndo[] = [];
  const remains: string[] = [];
  for (const change of fileChanges(calls).values()) {
    const { path, before } = change;
    const now = await fileNow(files, change);
    if (before === undefined || now === 'unreadable') {
      remains.push(
        trans.__(
          'The file %1 stays as it is: its text cannot be put back.',
          spoken(path)
        )
      );
    } else if (
      now === null ? before !== null : now.text === null || now.text !== before
    ) {
      undos.push(undoOf({ ...change, before }, now, trans));
    }
  }
  return { undos, remains };
}

/**
 * Restores one file.
 *
 * @throws WorkspaceError
 */
export async function undoFile(
  { path, before, version }: IFileUndo,
  files: IFiles
): Promise<void> {
  if (before !== null) {
    await files.writeText(path, before, version);
  } else if (version !== null) {
    await files.deleteFile(path, version);
  }
}

function undoOf(
  { path, before, hash }: IFileChange & { before: string | null },
  now: IFileNow | null,
  trans: ITranslator
): IFileUndo {
  const conflict = !now
    ? trans.__('It has been deleted since.')
    : (now.text === null ? now.version : hashText(now.text)) !== hash
      ? trans.__('It has been changed since.')
      : undefined;
  return {
    path,
    before,
    version: now?.version ?? null,
    item: {
      id: `file:${path}`,
      kind: 'file',
      text:
        before === null
          ? trans.__('Delete %1', spoken(path))
          : trans.__('Put back %1', spoken(path)),
      ...(conflict && { conflict }),
      ...(now && now.text !== null && { now: now.text }),
      ...(before !== null && { then: before })
    }
  };
}

/** A file as it is now; one without text only has a version. */
type IFileNow = { text: string | null; version: string };

async function fileNow(
  files: IFiles,
  { path, hash }: Pick<IFileChange, 'path' | 'hash'>
): Promise<IFileNow | null | 'unreadable'> {
  try {
    if (isBytesHash(hash)) {
      const version = await files.bytesVersion?.(path, MAX_BYTES);
      return version ? { text: null, version } : 'unreadable';
    }
    return (await files.openText(path, MAX_KEPT)) ?? 'unreadable';
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    return error.code === 'not-found' ? null : 'unreadable';
  }
}
