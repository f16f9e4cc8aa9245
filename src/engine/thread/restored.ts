import { tellNotRun } from '../context/words-from-file';
import { resumeThread } from '../resume/resume-thread';
import type { RunManager } from '../run/run-manager';
import type { IThreadContext } from '../thread-context/thread-context';

/**
 * What the earlier page left under way. What came from a file has nothing.
 * @returns what goes on with it.
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
    // As an earlier version took it.
    tellNotRun(state, await parts.journal.shown(log.at));
    record.note({ pending: 0, untouched: true });
  }
  return async () => undefined;
}
