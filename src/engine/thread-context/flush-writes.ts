import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import type { IBranch } from '../../contract';
import { WRITE_BEHIND, type IThreadSaver } from '../../storage';
import { graphConfig } from '../run-context/graph-config';

/**
 * LangGraph's configuration for a run that does not wait for each checkpoint.
 * Effects wait, since the journal's records depend on the checkpoints, and so
 * does the end of the run (`settled`).
 */
export function runConfig(at: IBranch): {
  configurable: Record<string, unknown>;
} {
  const { configurable } = graphConfig(at);
  return { configurable: { ...configurable, [WRITE_BEHIND]: true } };
}

/**
 * Resolves once a run's checkpoints are durable.
 *
 * @throws the error of the first one that failed.
 */
export async function flushWrites(
  saver: BaseCheckpointSaver,
  at: IBranch
): Promise<void> {
  if (isWritingBehind(saver)) {
    await saver.settled(at);
  }
}

/**
 * Forgets the write errors of a run: whatever is done next starts from what is
 * stored.
 */
export async function resetWrites(
  saver: BaseCheckpointSaver,
  at: IBranch
): Promise<void> {
  if (isWritingBehind(saver)) {
    await saver.afresh(at);
  }
}

function isWritingBehind(saver: BaseCheckpointSaver): saver is IThreadSaver {
  return 'settled' in saver;
}
