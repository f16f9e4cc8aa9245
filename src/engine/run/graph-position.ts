import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import {
  graphThreadId,
  type IBranch,
  type IJournal,
  type RunOutcome
} from '../../contract';
import type { AgentGraph } from './middleware-chain';
import { isGivenAnswer } from '../history/timeline';
import type { IGraphInterrupt } from '../interrupts/ask-person';
import { graphConfig } from './graph-config';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import type { IWorkflowRun } from '../workflows/workflow';
import { answerDangling } from '../middleware/request';
import { toolMessage } from '../middleware/tool-gate';

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

/** A task of a state, in LangGraph's form. */
interface IGraphTask {
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
  return ToolMessage.isInstance(last) && isGivenAnswer(last);
}

/**
 * A review pauses with one call after the other, and LangGraph lists pauses
 * that were answered until the whole step is done: the last one counts.
 */
function latestOf(pauses: readonly IGraphInterrupt[]): IGraphInterrupt[] {
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
function pausesOf(tasks: readonly IGraphTask[]): IGraphInterrupt[] {
  const all = new Map<string, IGraphInterrupt>();
  for (const { interrupts, state } of tasks) {
    const inside = (state as { tasks?: IGraphTask[] } | undefined)?.tasks ?? [];
    for (const pause of [...interrupts.flat(), ...pausesOf(inside)]) {
      all.set(pause.id, pause);
    }
  }
  return [...all.values()];
}

/**
 * Reads the position of a graph above the agent without running anything. Where
 * it would ask a model next is not known; `ModelSelector` keeps that request.
 *
 * @param agent used to read what the agents of its nodes have said.
 */
export async function workflowPosition(
  flow: IWorkflowRun,
  agent: AgentGraph,
  checkpointer: BaseCheckpointSaver,
  at: IBranch
): Promise<IGraphPosition> {
  const state = await flow.graph.getState(graphConfig(at));
  const tasks = state.tasks as unknown as IGraphTask[];
  const pauses = latestOf(pausesOf(tasks));
  const inner = await Promise.all(
    tasks.map(({ name, id }) =>
      readPosition(agent, {
        thread_id: graphThreadId(at),
        checkpoint_ns: `${name}:${id}`,
        // Without it, LangGraph searches the outer graph for a subgraph of this
        // name.
        __pregel_checkpointer: checkpointer
      })
    )
  );
  return {
    pauses,
    // Of agents that work at the same time, those of one that is not done.
    messages:
      (
        inner.find(each => each.messages.length > 0 && each.at !== 'end') ??
        inner.find(each => each.messages.length > 0)
      )?.messages ?? [],
    hasInput: Object.keys(state.values).length > 0 || state.next.length > 0,
    at: pauses.length > 0 ? 'pause' : tasks.length > 0 ? 'tools' : 'end'
  };
}

/**
 * Answers the calls in a thread's history that have no tool message: with what
 * they really did if the journal knows, else with the reason why they were not
 * run.
 */
export async function answerOpenCalls(
  agent: AgentGraph,
  at: IBranch,
  { journal }: { journal: IJournal },
  outcome: RunOutcome
): Promise<void> {
  const { values, tasks } = await agent.graph.getState(graphConfig(at));
  const messages: BaseMessage[] = values.messages ?? [];
  // Only the last answer can have open calls, since every end of a run closes
  // them.
  const calls = await Promise.all(
    callsOf(lastAnswer(messages)).map(id => journal.call(at, id))
  );
  const { added } = answerDangling(messages, call => {
    const known = calls.find(each => each?.callId === call.id)?.outcome;
    return known
      ? toolMessage(call, known)
      : outcome === 'stopped'
        ? 'The person stopped the work; this call was cut short or did not run.'
        : 'The run ended before this call was answered; check before you repeat it.';
  });
  // What a node has added since the last checkpoint would come after the next
  // message, so it gets a checkpoint too.
  const isAhead = tasks.some(({ result }) => result !== undefined);
  if (added.length > 0 || isAhead) {
    await agent.graph.updateState(
      graphConfig(at),
      { messages: added },
      'tools'
    );
  }
}

/**
 * The messages of a branch, including those that nodes have added since its
 * last checkpoint.
 */
export async function messagesOf(
  { graph }: AgentGraph,
  at: IBranch
): Promise<BaseMessage[]> {
  const state = await graph.getState(graphConfig(at));
  return state.values.messages ?? [];
}
