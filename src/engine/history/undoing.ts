import {
  type EventBody,
  type IBranch,
  type IUndoCommand,
  type IUndoPreview,
  isWorkspaceError,
  type ICallRecord,
  type IFiles,
  type INotebook,
  type ITranslator,
  hashText,
  isBytesHash,
  type IUndoItem
} from '../../contract';
import type { IRunDependencies } from '../run/run-dependencies';
import type { CellNames } from '../../tools';
import { GuardedFiles } from '../privacy/guarded-files';
import {
  cellChanges,
  effectsOf,
  fileChanges,
  type IFileChange,
  cellItem,
  cellItems,
  cellOfItem,
  cellSteps
} from './cell-items';
import { spoken } from '../../contract/text/spoken';
import { MAX_KEPT } from '../effects/effect-log';

type Parts = Pick<
  IRunDependencies,
  'journal' | 'settings' | 'threads' | 'trans' | 'workspace'
>;

/** The result of undoing a run. */
export interface ITakenBack {
  events: EventBody[];
  /** What was undone, in the model's terms: `cell <id>`, `file <path>`. */
  taken: string[];
}

/** What a run did, with its notebook open. */
interface IRanTurn {
  calls: ICallRecord[];
  notebook: INotebook;
  /** Never reads files that are on the deny list. */
  files: IFiles;
}

/**
 * Null if the run did nothing.
 *
 * @throws WorkspaceError if its notebook cannot be opened.
 */
async function turnOf(
  { journal, settings, trans, workspace, threads }: Parts,
  at: IBranch,
  runId: string
): Promise<IRanTurn | null> {
  const calls = await journal.calls(at, runId);
  const path = calls[0]?.intent?.notebook;
  if (path === undefined) {
    return null;
  }
  // The record's path follows renames; the journal's is from the time of the
  // run.
  const record = await threads.get(at.threadId);
  return {
    calls,
    notebook: await openOne(workspace, [path, record?.notebook ?? path]),
    files: new GuardedFiles(
      workspace.files,
      () => settings().privacy.deny,
      trans
    )
  };
}

/** What the next message tells the model about it. */
export function undoneNote(
  taken: readonly string[],
  names: Pick<CellNames, 'of'>
): string {
  const named = taken.map(each =>
    each.replace(/^cell (.+)$/, (_, id: string) => `cell ${names.of(id)}`)
  );
  return `Note: the person has undone what an earlier turn did to ${named.join(', ')}. Read again what you build on.`;
}

/**
 * The first of these notebooks that exists.
 *
 * @throws WorkspaceError of the first one
 */
async function openOne(
  workspace: IRunDependencies['workspace'],
  [path, other]: [string, string]
) {
  try {
    return await workspace.open(path);
  } catch (error) {
    if (other === path) {
      throw error;
    }
    return workspace.open(other);
  }
}

/**
 * What undoing a run would change now. What was undone before, by us or by the
 * person, is left out.
 *
 * @returns null if nothing can be undone; items too large to keep count as
 * something.
 */
export async function previewUndo(
  parts: Parts,
  threadId: string,
  runId: string
): Promise<IUndoPreview | null> {
  const record = await parts.threads.get(threadId);
  const at = { threadId, branch: record?.branch ?? '' };
  const turn = await turnOf(parts, at, runId);
  if (!turn) {
    return null;
  }
  const { trans } = parts;
  const { calls, notebook, files } = turn;
  const cells = cellItems(calls, notebook, trans);
  const { undos, remains } = await fileUndos(calls, files, trans);
  const items = [...cells.items, ...undos.map(({ item }) => item)];
  if (items.length === 0 && remains.length === 0) {
    return null;
  }
  const ran = effectsOf(calls).some(({ kind }) => kind === 'run');
  const { status } = notebook.kernel;
  return {
    runId,
    items,
    remains: [
      ...cells.remains,
      ...remains,
      ...(ran
        ? [
            trans.__(
              'What the code did in the kernel stays: variables and imports are as they are now.'
            )
          ]
        : []),
      ...commands(calls, trans)
    ],
    restart: ran && status !== 'none'
  };
}

/**
 * Undoes what was chosen of a run: all cells as one undoable step of the
 * notebook, then the files, one by one. An item of the preview that no longer
 * exists, because it was undone meanwhile, is skipped.
 *
 * @throws WorkspaceError if the notebook cannot be changed; then nothing is.
 */
export async function applyUndo(
  parts: Parts,
  at: IBranch,
  { runId, items, restart = false }: IUndoCommand
): Promise<ITakenBack> {
  const turn = await turnOf(parts, at, runId);
  if (!turn) {
    return { events: [], taken: [] };
  }
  const { trans, settings } = parts;
  const { calls, notebook, files } = turn;
  const upToHere = cellsUpTo(calls, notebook);
  const chosen = new Set(items);
  const problems: string[] = [];
  const cells = cellItems(calls, notebook, trans).items.filter(({ id }) =>
    chosen.has(id)
  );
  const taken = cells.map(({ id }) => `cell ${cellOfItem(id)}`);
  if (cells.length > 0) {
    const ids = new Set(cells.map(({ id }) => id));
    await notebook.restore(
      cellSteps(calls, notebook, id => ids.has(cellItem(id))).steps
    );
    if (settings().save) {
      await attempt(() => notebook.save(), problems);
    }
  }
  for (const undo of (await fileUndos(calls, files, trans)).undos) {
    if (
      chosen.has(undo.item.id) &&
      (await attempt(() => undoFile(undo, files), problems))
    ) {
      taken.push(`file ${undo.path}`);
    }
  }
  if (restart) {
    const last = upToHere.findLast(id => notebook.cell(id));
    await attempt(() => notebook.restartKernel(last), problems);
  }
  const count = taken.length;
  const text =
    count === 0
      ? trans.__('Nothing was undone')
      : trans._n('Undid %1 change', 'Undid %1 changes', count);
  return {
    events: [
      { type: 'undone', runId, text },
      ...problems.map((problem): EventBody => ({
        type: 'notice',
        code: 'other',
        text: problem
      }))
    ],
    taken
  };
}

/** The cells up to the last one that a run changed. */
function cellsUpTo(
  calls: readonly ICallRecord[],
  notebook: INotebook
): string[] {
  const touched = cellChanges(calls);
  const order = notebook.cells().map(({ id }) => id);
  return order.slice(0, order.findLastIndex(id => touched.has(id)) + 1);
}

/**
 * Runs `work`; if it fails, adds the reason to the problems.
 *
 * @returns whether it succeeded.
 */
async function attempt(
  work: () => Promise<void>,
  problems: string[]
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    problems.push(error.message);
    return false;
  }
}

/**
 * Commands and other effects that cannot be undone, described by what they
 * were.
 */
function commands(calls: readonly ICallRecord[], trans: ITranslator): string[] {
  return calls
    .filter(({ effects }) => effects.some(({ kind }) => kind === 'shell'))
    .map(({ intent }) => {
      const command = intent?.args?.command;
      return typeof command === 'string'
        ? trans.__('What this command did stays: “%1”', command)
        : trans.__('What %1 did stays.', spoken(intent?.tool ?? ''));
    });
}

/** The largest file without text that may be deleted again, in bytes. */
const MAX_BYTES = 100_000_000;

/** A file that undoing would change. */
interface IFileUndo {
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
async function fileUndos(
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
async function undoFile(
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
