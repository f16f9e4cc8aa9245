import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { z } from 'zod';

import type { IBranch, IJournal } from '../../contract';
import { storedWork } from './graph-config';

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
export async function workState(
  checkpointer: BaseCheckpointSaver,
  { thread, namespace }: IWorkflowPlace
): Promise<unknown> {
  const checkpoint = await checkpointer.get({
    configurable: { thread_id: thread, checkpoint_ns: namespace }
  });
  return checkpoint?.channel_values ?? null;
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
