import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import type { IBranch } from '../../contract';
import { WRITE_BEHIND, type IThreadSaver } from '../../storage';
import { graphConfig } from '../run-context/graph-config';

/**
 * LangGraph's configuration for a run that does not wait for each checkpoint:
 * what it applies waits, since the journal's records rest on them, and so does
 * its end (`settled`).
 */
export function runConfig(at: IBranch): {
  configurable: Record<string, unknown>;
} {
  const { configurable } = graphConfig(at);
  return { configurable: { ...configurable, [WRITE_BEHIND]: true } };
}

/**
 * Resolves once a run's checkpoints are durable.
 * @throws what one of them failed with.
 */
export async function flushWrites(
  saver: BaseCheckpointSaver,
  at: IBranch
): Promise<void> {
  if (isWritingBehind(saver)) {
    await saver.settled(at);
  }
}

/** Whatever a run has failed with: what is done next begins with what is kept. */
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
