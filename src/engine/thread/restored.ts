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
  const { current } = state.record;
  return current?.run
    ? resumeThread(state, runs, current.run, false)
    : async () => undefined;
}
