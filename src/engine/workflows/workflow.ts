import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import type {
  BaseCheckpointSaver,
  CompiledStateGraph
} from '@langchain/langgraph/web';
import type {
  Effect,
  IPlanOrder,
  IReportOrder,
  IThreads,
  ITool,
  IToolResult,
  AgentMode
} from '../../contract';
import type { IAnsweringModel } from '../run/answering-model';
import type { IRunContext } from '../run/run-context';
import type { IShownCall } from '../run/turn-rules';

/** A compiled graph with any state and any nodes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type WorkflowGraph = CompiledStateGraph<any, any, any, any, any, any>;

/** What requests to models have cost. */
export interface ISpent {
  tokens: number;
  /** In the currency of the prices; 0 without prices. */
  cost: number;
}

/** How an agent of a workflow works. */
export interface IStepAgentOptions {
  /** The most requests to the model. */
  budget: number;
  /** Whether other agents work at the same time: then it may only read. */
  beside?: boolean;
  /** Whether its answer is shown by the workflow, and not as its own. */
  last?: boolean;
  /** The words by which further tools are found; those of its text if absent. */
  about?: string;
}

/**
 * The agent for one step of a workflow, with review, gate, journal and undo.
 */
export interface IStepAgent {
  /**
   * Call it in a node, with the node's config: its pauses are pauses of the
   * node, and when the node runs again, the agent continues where it was.
   */
  invoke(text: string, config: RunnableConfig): Promise<BaseMessage[]>;
  /** The messages of a node so far, even if `invoke` failed. */
  messages(config: RunnableConfig): Promise<BaseMessage[]>;
}

/** What the run that drives it gives to a graph above the agent. */
export interface IWorkflowHost {
  /** Id of this work, the same in each page and each run that continues it. */
  readonly id: string;
  readonly run: IRunContext;
  readonly checkpointer: BaseCheckpointSaver;
  readonly threads: IThreads;
  /** Instructions from files in the notebook's folders. */
  readonly instructions: string;
  /**
   * The model that is chosen now.
   *
   * @param temperature used if the person has set none and the model accepts
   * one.
   * @throws SetupError
   */
  model(
    temperature?: number
  ): Promise<IAnsweringModel & { model: BaseChatModel }>;
  /** A cheaper model for requests with short answers; null for none. */
  shortModel(): Promise<(IAnsweringModel & { model: BaseChatModel }) | null>;
  /** The cost of its requests so far, including earlier pages. */
  spent(): Promise<ISpent>;
  agent(options: IStepAgentOptions): IStepAgent;
  /**
   * Makes one call as if the model had made it, with review, card and undo.
   * Call it in a node, like an agent.
   *
   * @returns whether it was done.
   */
  call(
    name: string,
    args: Record<string, unknown>,
    config: RunnableConfig
  ): Promise<boolean>;
  /** What a call would do; null if there is no such tool, or it cannot say. */
  effectOf(name: string, args: Record<string, unknown>): Effect | null;
  /** A tool that is offered. */
  tool(name: string): ITool | undefined;
  /** The facts about the notebook, as text for a model. */
  facts(): Promise<string>;
  /** Turns cards for these effects off for the rest of the run, or on again. */
  allow(effects: readonly Effect[], on: boolean): void;
  /** Calls that need no card until effects are no longer allowed. */
  allowCalls(calls: readonly IShownCall[]): void;
  /** Stores what was learnt about the thread. */
  keep(): Promise<void>;
}

/** The person's message, as a workflow begins with it. */
export interface IWorkflowMessage {
  messageId: string;
  text: string;
  /** The attachments, as text for a model; may be empty. */
  context: string;
  /** The last messages of the conversation. */
  history: { role: 'user' | 'assistant'; text: string }[];
  /** The report it asks for; null for none. */
  report: IReportOrder | null;
  /** What it asks of plan mode besides its text; null for nothing. */
  plan: IPlanOrder | null;
  /** Keys of memories to leave out this time. */
  without: readonly string[];
  /** Arguments of the call whose work the graph does; null for none. */
  args: Readonly<Record<string, unknown>> | null;
}

/** A graph above the agent, made for one run. */
export interface IWorkflowRun {
  readonly graph: WorkflowGraph;
  /** The initial state. */
  input(message: IWorkflowMessage): unknown;
  /**
   * The messages for the conversation, from the graph's state: the request and
   * its result. Null if nothing has begun.
   */
  outcome(state: unknown): {
    messageId: string;
    text: string;
    report: string;
    /** Name of the task that the message begins; absent if it begins none. */
    task?: string;
  } | null;
  /** The result of a tool call, from the state at the end. */
  result?(state: unknown): IToolResult;
  /**
   * The state for a run that did not reach its end, with what an agent had said
   * so far.
   */
  cutShort?(
    state: unknown,
    messages: readonly BaseMessage[],
    how: 'stopped' | 'failed'
  ): Promise<unknown>;
  /**
   * Called when the run has ended: `done`, `stopped`, or `failed` if it can be
   * continued; `given-up` if the call whose work it did has failed with it.
   */
  ended(state: unknown, how: 'done' | 'stopped' | 'failed' | 'given-up'): void;
}

/** A graph above the agent, by its name. */
export interface IWorkflow {
  readonly name: string;
  make(host: IWorkflowHost): IWorkflowRun;
}

/** Name of the graph above the agent for a mode; null if the mode has none. */
export function workflowIn(mode: AgentMode): 'plan' | 'report' | null {
  return mode === 'plan' || mode === 'report' ? mode : null;
}
