import type {
  EventBody,
  IBranch,
  IUndoCommand,
  IUndoPreview
} from '../../contract';
import type { IRunDependencies } from '../run-context/run-dependencies';
import type { CellNames } from '../../tools';
import { GuardedFiles } from '../privacy/guarded-files';
import { applyUndo, previewUndo, type IUndoParts } from './apply-undo';

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

/** Undoes what runs changed, each in the notebook it worked on. */
export class Undoing {
  private readonly _parts: Parts;

  constructor(parts: Parts) {
    this._parts = parts;
  }

  /** Null if the run changed nothing. */
  async preview(threadId: string, runId: string): Promise<IUndoPreview | null> {
    const record = await this._parts.threads.get(threadId);
    const at = { threadId, branch: record?.branch ?? '' };
    const parts = await this._undoParts(at, runId);
    return parts && previewUndo(parts, at, runId);
  }

  /** @throws WorkspaceError */
  async apply(at: IBranch, command: IUndoCommand): Promise<ITakenBack> {
    const { runId } = command;
    const parts = await this._undoParts(at, runId);
    if (!parts) {
      return { events: [], taken: [] };
    }
    const { text, problems, taken } = await applyUndo(parts, at, command);
    const notices = problems.map((problem): EventBody => ({
      type: 'notice',
      code: 'other',
      text: problem
    }));
    return { events: [{ type: 'undone', runId, text }, ...notices], taken };
  }

  /** Null if the run did nothing. */
  private async _undoParts(
    at: IBranch,
    runId: string
  ): Promise<IUndoParts | null> {
    const { journal, settings, trans, workspace, threads } = this._parts;
    const calls = await journal.calls(at, runId);
    const path = calls[0]?.intent?.notebook;
    if (path === undefined) {
      return null;
    }
    // The record's path follows renames; the journal's is from the time of the
    // run.
    const record = await threads.get(at.threadId);
    return {
      journal,
      notebook: await openOne(workspace, [path, record?.notebook ?? path]),
      files: new GuardedFiles(
        workspace.files,
        () => settings().privacy.deny,
        trans
      ),
      trans,
      save: settings().save
    };
  }
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
