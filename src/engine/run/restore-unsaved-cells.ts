import {
  cellMark,
  isWorkspaceError,
  type ICallRecord,
  type IEffectRecord
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { EffectLog } from '../effects/effect-log';
import { isDeclared } from '../tool-set/declared-tool';
import { JournaledFiles } from '../effects/journaled-files';
import { JournaledNotebook } from '../effects/journaled-notebook';
import { JournaledShell } from '../effects/journaled-shell';
import { provenanceOf } from '../effects/provenance';
import type { Run } from './run';

/**
 * Puts back what answered calls did to the notebook, if the page was closed
 * before that was in its file. Each call is repeated from its record: what is
 * there stays, and nothing new is done. No code is sent, no file is written,
 * and a cell that has changed since is left alone. Outputs are restored if
 * they are known; the kernel is not asked for them.
 *
 * The notebook must be open. Done only once per run, however often it is
 * called.
 */
export function restoreUnsavedCells(run: Run): Promise<void> {
  const begun = BEGUN.get(run) ?? restoreNow(run);
  BEGUN.set(run, begun);
  return begun;
}

const BEGUN = new WeakMap<Run, Promise<void>>();

function restoreNow(run: Run): Promise<void> {
  return run.options.queue.run(async () => {
    const calls = await unsavedCalls(run);
    for (const call of calls) {
      await repeat(run, call);
    }
    tellLostOutputs(run, calls);
    const last = calls.at(-1);
    if (last) {
      run.saver.changed();
      if (!run.saver.answers(last.callId)) {
        const { journal, at } = run.options;
        await journal.remember(at, { saved: last.callId });
      }
    }
  });
}

/** Calls of a run, in order, that may not be in the file. */
async function unsavedCalls(run: Run): Promise<ICallRecord[]> {
  const { journal, at, runId } = run.options;
  const calls = await journal.calls(at, runId);
  if (!calls.some(({ outcome }) => outcome?.unsaved)) {
    return [];
  }
  const { saved } = await journal.remembered(at);
  const behind = calls.findLastIndex(({ callId }) => callId === saved) + 1;
  return calls.slice(behind).filter(({ outcome }) => outcome?.unsaved);
}

async function repeat(run: Run, call: ICallRecord): Promise<void> {
  const { journal, at, notebook, tools, trans } = run.options;
  const { callId, decision, effects: done, intent } = call;
  const tool = tools.get(intent?.tool ?? '');
  if (
    !tool ||
    !intent?.args ||
    !decision ||
    isDeclared(tool) ||
    tool.workflow !== undefined ||
    done.length === 0 ||
    !done.every(isOfCells)
  ) {
    return;
  }
  const effects = new EffectLog({
    journal,
    at,
    trans,
    // It is known that the call ran.
    record: { ...call, choice: 'done' },
    provenance: provenanceOf(
      run.recipient,
      run.options.settings().provenance,
      trans,
      decision
    ),
    stale: true,
    isOver: true
  });
  const context = run.toolContext(callId);
  try {
    await tool.run(intent.args, {
      ...context,
      // Its progress was reported when it was done.
      progress: () => undefined,
      notebook: new JournaledNotebook({
        notebook,
        effects,
        trans,
        applied: () => undefined
      }),
      files: new JournaledFiles(context.files, effects),
      shell: new JournaledShell(context.shell, effects, () => Promise.resolve())
    });
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    // The cell has changed since, or must not be changed: it stays as it is.
    console.warn(`Cellwright: ${callId} could not be fully restored`, error);
  }
}

/** Names each cell whose last run by these calls is missing. */
function tellLostOutputs(
  { options: { notebook, tell, trans } }: Run,
  calls: readonly ICallRecord[]
): void {
  const counts: Record<string, number | null> = Object.assign(
    {},
    ...calls.map(({ outcome }) => outcome?.counts)
  );
  for (const [id, count] of Object.entries(counts)) {
    const cell = notebook.cell(id);
    if (cell && count !== null && (cell.executionCount ?? 0) < count) {
      tell({
        type: 'notice',
        code: 'other',
        text: trans.__(
          'The last run of cell %1 was not saved before the page was closed. The cell is in %2 without its output: run it to see the output again.',
          cellMark(id),
          spoken(notebook.name)
        )
      });
    }
  }
}

function isOfCells(effect: IEffectRecord): boolean {
  return (
    effect.kind === 'restart' || ('cellId' in effect && effect.cellId !== null)
  );
}
