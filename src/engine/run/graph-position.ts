import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import type { IBranch } from '../../contract';
import type { AgentGraph } from './middleware-chain';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import type { IGraphInterrupt } from '../graph-interrupts/ask-person';
import { graphConfig } from '../run-context/graph-config';
import type { WorkflowStand } from '../tool-calls/call-context';

/** The position of a thread's graph. */
export interface IGraphPosition {
  /**
   * `pause`: a person is asked, or was. `tools`: calls are about to be applied,
   * or were; no model is asked before that. `model`: a model is about to be
   * asked, or was being asked. `end`: nothing is next.
   */
  at: 'pause' | 'tools' | 'model' | 'end';
  pauses: IGraphInterrupt[];
  messages: BaseMessage[];
  /** Whether input messages are stored that are not yet part of `messages`. */
  hasInput: boolean;
}

/**
 * The position of a run while a graph does the work of a call. The pauses of
 * that work stay with the call's node until the node is done, even if they were
 * answered.
 *
 * @returns `asks`: within the call, a model would be asked next.
 */
export function withWork(
  position: IGraphPosition,
  work: WorkflowStand | null
): IGraphPosition & { asks: boolean } {
  return work === null ||
    work === 'pause' ||
    (position.at !== 'pause' && position.at !== 'tools')
    ? { ...position, asks: false }
    : { ...position, at: 'tools', pauses: [], asks: work === 'model' };
}

/** A task of a state, in LangGraph's form. */
export interface IGraphTask {
  id: string;
  name: string;
  interrupts: IGraphInterrupt[] | IGraphInterrupt[][];
  state?: unknown;
}

/**
 * Reads the position of a branch without running anything.
 *
 * @param checkpointId of an earlier position; the present one if not given.
 */
export function readGraphPosition(
  agent: AgentGraph,
  at: IBranch,
  checkpointId?: string
): Promise<IGraphPosition> {
  return readPosition(agent, {
    ...graphConfig(at).configurable,
    ...(checkpointId && { checkpoint_id: checkpointId })
  });
}

/** The same for checkpoints in any place. */
export async function readPosition(
  { graph }: AgentGraph,
  configurable: Record<string, unknown>
): Promise<IGraphPosition> {
  const state = await graph.getState({ configurable }, { subgraphs: true });
  const tasks = state.tasks as unknown as IGraphTask[];
  const messages: BaseMessage[] = state.values.messages ?? [];
  const pauses = latestOf(pausesOf(tasks));
  const position = { pauses, messages, hasInput: false };
  if (pauses.length > 0) {
    return { ...position, at: 'pause' };
  }
  const next: string[] = state.next;
  const names = next.length > 0 ? next : tasks.map(({ name }) => name);
  if (names.includes('__start__')) {
    return { ...position, at: 'model', hasInput: next.length > 0 };
  }
  return {
    ...position,
    at: next.length > 0 ? kindOf(names[0]) : behind(names[0], messages)
  };
}

/** The position for a node that has not run yet. */
function kindOf(node: string): IGraphPosition['at'] {
  return node === TOOLS ? 'tools' : 'model';
}

/** The position after the nodes that have run but left no checkpoint yet. */
function behind(
  node: string | undefined,
  messages: BaseMessage[]
): IGraphPosition['at'] {
  switch (node) {
    case undefined:
      return 'end';
    case 'model_request':
      return 'tools';
    case TOOLS:
      return isAnswered(messages) ? 'tools' : 'model';
    default:
      return 'model';
  }
}

const TOOLS = 'tools';

/** Ids of the last answer's calls that have no tool message. */
export function openCalls(messages: readonly BaseMessage[]): string[] {
  const answered = new Set(
    messages.filter(ToolMessage.isInstance).map(each => each.tool_call_id)
  );
  return callsOf(lastAnswer(messages)).filter(id => !answered.has(id));
}

export function lastAnswer(
  messages: readonly BaseMessage[]
): AIMessage | undefined {
  return messages.findLast(each => AIMessage.isInstance(each)) as
    AIMessage | undefined;
}

export function callsOf(message: AIMessage | undefined): string[] {
  return (message?.tool_calls ?? []).map(({ id }) => id ?? '');
}

/** Whether the run has given its final answer: no model is asked after that. */
function isAnswered(messages: readonly BaseMessage[]): boolean {
  const last = messages.at(-1);
  return (
    ToolMessage.isInstance(last) &&
    last.name === FINAL_ANSWER &&
    last.status !== 'error'
  );
}

/**
 * A review pauses with one call after the other, and LangGraph lists pauses
 * that were answered until the whole step is done: the last one counts.
 */
export function latestOf(
  pauses: readonly IGraphInterrupt[]
): IGraphInterrupt[] {
  const latest = new Map<string, IGraphInterrupt>();
  for (const pause of pauses) {
    const { interrupt_id = pause.id } = pause.value as {
      interrupt_id?: string;
    };
    latest.set(interrupt_id, pause);
  }
  return [...latest.values()];
}

/** The pauses of tasks, including those of graphs within them. */
export function pausesOf(tasks: readonly IGraphTask[]): IGraphInterrupt[] {
  const all = new Map<string, IGraphInterrupt>();
  for (const { interrupts, state } of tasks) {
    const inside = (state as { tasks?: IGraphTask[] } | undefined)?.tasks ?? [];
    for (const pause of [...interrupts.flat(), ...pausesOf(inside)]) {
      all.set(pause.id, pause);
    }
  }
  return [...all.values()];
}
