import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import type { IWorkPlace } from '../run-context/work-place';
import type { IWorkflowRun } from '../run-context/workflow';
import type { AgentGraph } from './build-graph';
import {
  pausesOf,
  readPosition,
  type IGraphPosition,
  type IGraphTask
} from './graph-position';

/**
 * Reads where a graph above the agent stands; runs nothing.
 *
 * @param agent reads where one of its steps stands.
 */
export async function workflowPosition(
  flow: IWorkflowRun,
  agent: AgentGraph,
  checkpointer: BaseCheckpointSaver,
  { thread, namespace }: Omit<IWorkPlace, 'workflow'>
): Promise<IGraphPosition> {
  const state = await flow.graph.getState(
    configOf({ thread, namespace }, checkpointer)
  );
  const values = state.values as Record<string, unknown>;
  const next: string[] = [...state.next];
  const tasks = state.tasks as unknown as IGraphTask[];
  const inner = await innerPosition(tasks);
  const found = {
    pauses: pausesOf(tasks),
    messages: inner?.messages ?? [],
    hasInput: Object.keys(values).length > 0 || next.length > 0
  };
  // What an agent within paused for stays with its node until that is done.
  const isAnswered =
    inner !== null && ['model', 'tools', 'review'].includes(inner.at);
  if (found.pauses.length > 0 && !isAnswered) {
    return { ...found, at: 'pause' };
  }
  const open = next.length > 0 ? next : tasks.map(({ name }) => name);
  if (open.length === 0) {
    return { ...found, at: 'end' };
  }
  if (inner && inner.at !== 'end') {
    // It pauses again where the page went before the graph around it knew.
    const at = inner.at === 'pause' ? 'review' : inner.at;
    return { ...found, pauses: [], at };
  }
  // Between nodes that only read, it goes on by itself.
  const asks = open.some(node => node === '__start__' || flow.asksModel(node));
  return { ...found, at: asks ? 'model' : 'review' };

  /**
   * Where the agent of the step at work stands; of several, the one that may not
   * go on unasked. Null where none is at work.
   */
  async function innerPosition(
    all: readonly IGraphTask[]
  ): Promise<IGraphPosition | null> {
    const read = await Promise.all(
      all.map(({ name, id: task }) => {
        const inside = [namespace, `${name}:${task}`].filter(Boolean).join('|');
        const { configurable } = configOf(
          { thread, namespace: inside },
          checkpointer
        );
        return readPosition(agent, configurable);
      })
    );
    const atWork = read.filter(({ messages }) => messages.length > 0);
    return (
      CAREFUL.map(where => atWork.find(each => each.at === where)).find(
        Boolean
      ) ?? null
    );
  }
}

/** The first one says how a run goes on: a model is not asked unasked. */
const CAREFUL = ['model', 'tools', 'review', 'pause', 'end'] as const;

/** For a graph that is within another, or not. */
function configOf(
  { thread, namespace }: Omit<IWorkPlace, 'workflow'>,
  checkpointer: BaseCheckpointSaver
): { configurable: Record<string, unknown> } {
  return {
    configurable: {
      thread_id: thread,
      checkpoint_ns: namespace,
      // Else the graph is searched for one of this name.
      ...(namespace && { __pregel_checkpointer: checkpointer })
    }
  };
}
