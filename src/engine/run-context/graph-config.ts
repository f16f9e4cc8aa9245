import type { BaseMessage } from '@langchain/core/messages';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import { graphThreadId, type IBranch } from '../../contract';

/** The messages a branch holds now; none if it has not begun. */
export async function storedMessages(
  checkpointer: BaseCheckpointSaver,
  at: IBranch
): Promise<BaseMessage[]> {
  const checkpoint = await checkpointer.get(graphConfig(at));
  return (checkpoint?.channel_values.messages ?? []) as BaseMessage[];
}

/**
 * The state of a graph above the agent, by the id of its work; null if nothing
 * is left.
 */
export async function storedWork(
  checkpointer: BaseCheckpointSaver,
  { threadId, branch }: IBranch,
  id: string
): Promise<unknown> {
  const at = { threadId, branch: `${branch}~${id}` };
  return (await checkpointer.get(graphConfig(at)))?.channel_values ?? null;
}

/** LangGraph's configuration for a branch. */
export function graphConfig(at: IBranch): {
  configurable: { thread_id: string; checkpoint_ns: string };
} {
  return { configurable: { thread_id: graphThreadId(at), checkpoint_ns: '' } };
}
