import { tellNotRun } from '../context/words-from-file';
import { resumeThread } from '../resume/resume-thread';
import type { RunManager } from '../run/run-manager';
import type { IThreadContext } from '../thread-context/thread-context';

/**
 * Restores what an earlier page left in progress. A conversation from a file
 * has nothing in progress.
 *
 * @returns what continues it.
 */
export async function restored(
  state: IThreadContext,
  runs: RunManager
): Promise<() => Promise<void>> {
  const { record, parts, log } = state;
  const { current } = record;
  if (current?.run) {
    return resumeThread(state, runs, current.run, false);
  }
  if (current?.imported && current.pending > 0) {
    // Imported by an earlier version, which left its calls waiting.
    tellNotRun(state, await parts.journal.shown(log.at));
    record.note({ pending: 0, untouched: true });
  }
  return async () => undefined;
}
