import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import type { IWorkflowPlace } from '../run-context/workflow-place';
import type { IWorkflowRun } from '../run-context/workflow';
import type { AgentGraph } from './middleware-chain';
import {
  latestOf,
  pausesOf,
  readPosition,
  type IGraphPosition,
  type IGraphTask
} from './graph-position';

/**
 * Reads the position of a graph above the agent without running anything.
 *
 * @param agent used to read the position of one of its steps.
 */
export async function workflowPosition(
  flow: IWorkflowRun,
  agent: AgentGraph,
  checkpointer: BaseCheckpointSaver,
  { thread, namespace }: Omit<IWorkflowPlace, 'workflow'>
): Promise<IGraphPosition> {
  const state = await flow.graph.getState(
    configOf({ thread, namespace }, checkpointer)
  );
  const values = state.values as Record<string, unknown>;
  const next: string[] = [...state.next];
  const tasks = state.tasks as unknown as IGraphTask[];
  const inner = await innerPosition(tasks);
  const found = {
    pauses: latestOf(pausesOf(tasks)),
    messages: inner?.messages ?? [],
    hasInput: Object.keys(values).length > 0 || next.length > 0
  };
  // The pauses of an inner agent stay with its node until the node is done.
  const isAnswered = inner !== null && ['model', 'tools'].includes(inner.at);
  if (found.pauses.length > 0 && !isAnswered) {
    return { ...found, at: 'pause' };
  }
  const open = next.length > 0 ? next : tasks.map(({ name }) => name);
  if (open.length === 0) {
    return { ...found, at: 'end' };
  }
  if (inner && inner.at !== 'end') {
    // It pauses again, since the page was closed before the outer graph knew of
    // the pause.
    const at = inner.at === 'pause' ? 'tools' : inner.at;
    return { ...found, pauses: [], at };
  }
  // Between nodes that only read, it continues by itself.
  const asks = open.some(node => node === '__start__' || flow.asksModel(node));
  return { ...found, at: asks ? 'model' : 'tools' };

  /**
   * The position of the step's agent; of several agents, the one that needs
   * most care. Null if none is working.
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

/**
 * The first position that applies decides how a run continues, so that no model
 * is asked without the person.
 */
const CAREFUL = ['model', 'tools', 'pause', 'end'] as const;

/** The config for a graph, which may be inside another one. */
function configOf(
  { thread, namespace }: Omit<IWorkflowPlace, 'workflow'>,
  checkpointer: BaseCheckpointSaver
): { configurable: Record<string, unknown> } {
  return {
    configurable: {
      thread_id: thread,
      checkpoint_ns: namespace,
      // Without it, LangGraph searches the outer graph for a subgraph of this
      // name.
      ...(namespace && { __pregel_checkpointer: checkpointer })
    }
  };
}
