import type { BaseMessage } from '@langchain/core/messages';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { graphThreadId, type IBranch, type IJournal } from '../../contract';
import { z } from 'zod';

/** The messages a branch holds now; none if it has not begun. */
export async function storedMessages(
  checkpointer: BaseCheckpointSaver,
  at: IBranch
): Promise<BaseMessage[]> {
  const values = await valuesAt(checkpointer, graphConfig(at).configurable);
  return (values?.messages ?? []) as BaseMessage[];
}

/**
 * The state of a graph above the agent, by the id of its work; null if nothing
 * is left.
 */
export function storedWork(
  checkpointer: BaseCheckpointSaver,
  { threadId, branch }: IBranch,
  id: string
): Promise<unknown> {
  const at = { threadId, branch: `${branch}~${id}` };
  return valuesAt(checkpointer, graphConfig(at).configurable);
}

async function valuesAt(
  checkpointer: BaseCheckpointSaver,
  configurable: { thread_id: string; checkpoint_ns: string }
): Promise<Record<string, unknown> | null> {
  return (await checkpointer.get({ configurable }))?.channel_values ?? null;
}

/** LangGraph's configuration for a branch. */
export function graphConfig(at: IBranch): {
  configurable: { thread_id: string; checkpoint_ns: string };
} {
  return { configurable: { thread_id: graphThreadId(at), checkpoint_ns: '' } };
}

/**
 * Where the work of a call is stored: with the checkpoints of the node it runs
 * in.
 */
const workflowPlace = z.object({
  workflow: z.string(),
  /** LangGraph's id of the thread. */
  thread: z.string(),
  namespace: z.string()
});

export type IWorkflowPlace = z.output<typeof workflowPlace>;

/** Stored before the work begins, so that a later page finds it by its call. */
export function keepWorkflowPlace(
  journal: IJournal,
  at: IBranch,
  callId: string,
  place: IWorkflowPlace
): Promise<void> {
  return journal.remember(at, { [keyOf(callId)]: JSON.stringify(place) });
}

/** Null if the call has none. */
export async function workflowPlaceOf(
  journal: IJournal,
  at: IBranch,
  callId: string
): Promise<IWorkflowPlace | null> {
  const fact = (await journal.remembered(at))[keyOf(callId)];
  return fact ? workflowPlace.parse(JSON.parse(fact)) : null;
}

/**
 * The state of a graph that does the work of a call; null if nothing is left.
 */
export function workState(
  checkpointer: BaseCheckpointSaver,
  { thread, namespace }: IWorkflowPlace
): Promise<unknown> {
  return valuesAt(checkpointer, {
    thread_id: thread,
    checkpoint_ns: namespace
  });
}

/**
 * The state of a graph above the agent, whether a message or a call began it.
 */
export async function workById(
  {
    journal,
    checkpointer
  }: { journal: IJournal; checkpointer: BaseCheckpointSaver },
  at: IBranch,
  id: string
): Promise<unknown> {
  const own = await storedWork(checkpointer, at, id);
  if (own !== null) {
    return own;
  }
  const place = await workflowPlaceOf(journal, at, id);
  return place && workState(checkpointer, place);
}

function keyOf(callId: string): string {
  return `work ${callId}`;
}
