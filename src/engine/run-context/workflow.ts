import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import type {
  BaseCheckpointSaver,
  CompiledStateGraph
} from '@langchain/langgraph/web';

import type {
  Effect,
  IOutcomeRecord,
  IPlanOrder,
  IReportOrder,
  IThreads,
  ITool,
  IToolResult
} from '../../contract';
import type { IModelRecipient } from './model-recipient';
import type { IRunContext } from './run-context';

/** A compiled graph, whatever its state and its nodes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type WorkflowGraph = CompiledStateGraph<any, any, any, any, any, any>;

/** What requests to models have used. */
export interface ISpent {
  tokens: number;
  /** In the currency of the prices; 0 without prices. */
  cost: number;
}

/** How an agent of a workflow works. */
export interface IStepAgentOptions {
  /** Requests to the model at most. */
  budget: number;
  /** Others are at work at the same time: it may only read. */
  beside?: boolean;
}

/** The agent for one step of a workflow, with review, gate, journal and undo. */
export interface IStepAgent {
  /**
   * Called in a node, with the node's config: its pauses are the node's, and a
   * node that runs again goes on where the agent was.
   */
  invoke(text: string, config: RunnableConfig): Promise<BaseMessage[]>;
  /** What was said in a node so far, also where `invoke` failed. */
  said(config: RunnableConfig): Promise<BaseMessage[]>;
}

/** What a graph above the agent is handed by the run that drives it. */
export interface IWorkflowHost {
  /** Of this work, the same in each page and each run that goes on with it. */
  readonly id: string;
  readonly run: IRunContext;
  readonly checkpointer: BaseCheckpointSaver;
  readonly threads: IThreads;
  /** Those of the folder. */
  readonly instructions: string;
  /**
   * The model that is chosen now.
   *
   * @param temperature that it answers with, where the person set none and the
   * model takes one.
   * @throws SetupError
   */
  model(
    temperature?: number
  ): Promise<IModelRecipient & { model: BaseChatModel }>;
  /** Another one, cheaper, for requests with short answers; null for none. */
  shortModel(): Promise<(IModelRecipient & { model: BaseChatModel }) | null>;
  /** What its requests have used so far, those of earlier pages included. */
  spent(): Promise<ISpent>;
  agent(options: IStepAgentOptions): IStepAgent;
  /**
   * Makes one call as if the model had made it, with its review, its card and
   * its undo. In a node, as an agent's.
   *
   * @returns whether it was done.
   */
  call(
    name: string,
    args: Record<string, unknown>,
    config: RunnableConfig
  ): Promise<boolean>;
  /** What a call came to that this page has answered and that has no effect; null for others. */
  onlyRead(callId: string): Pick<IOutcomeRecord, 'ms' | 'ranArgs'> | null;
  /** Of the tools there are, those that fit, from 1 for the best. */
  findTools(
    query: string,
    limit: number
  ): Promise<{ tool: ITool; score: number }[]>;
  /** One that is offered. */
  tool(name: string): ITool | undefined;
  /** Asks where tools come from which there are now. */
  checkTools(): Promise<void>;
  /** What there is to know of the notebook. */
  facts(): Promise<string>;
  /** Effects that need no card for the rest of the run, or do again. */
  allow(effects: readonly Effect[], on: boolean): void;
  /** Keeps what was learnt about the thread. */
  keep(): Promise<void>;
}

/** What the person said, as a workflow begins with it. */
export interface IWorkflowMessage {
  messageId: string;
  text: string;
  /** What was attached to it, as a model reads it; may be empty. */
  context: string;
  /** The last messages of the conversation. */
  history: { role: 'user' | 'assistant'; text: string }[];
  /** What kind of report it asks for; null for none. */
  report: IReportOrder | null;
  /** What it asks plan mode for besides its words; null for nothing. */
  plan: IPlanOrder | null;
  /** Keys of memories that do not count this time. */
  without: readonly string[];
  /** Arguments of the call that it does the work of; null for none. */
  args: Readonly<Record<string, unknown>> | null;
}

/** A graph above the agent, made for one run. */
export interface IWorkflowRun {
  readonly graph: WorkflowGraph;
  /** The state it begins with. */
  input(message: IWorkflowMessage): unknown;
  /** Whether a node may be asking a model: it is not repeated unasked. */
  asksModel(node: string): boolean;
  /**
   * What the conversation keeps of it, from its state: what was asked, and what
   * came of it; null where nothing has begun.
   */
  said(state: unknown): {
    messageId: string;
    text: string;
    report: string;
    /** Name of the task that the message begins; absent where it begins none. */
    task?: string;
  } | null;
  /** What a call of a tool is answered with, from the state at its end. */
  result?(state: unknown): IToolResult;
  /**
   * Its state with what a run leaves behind that did not come to its end: an
   * agent at work had said so much.
   */
  cutShort?(
    state: unknown,
    said: readonly BaseMessage[],
    how: 'stopped' | 'failed'
  ): Promise<unknown>;
  /**
   * The run has ended: by itself (`done`), was stopped, or failed and can be gone
   * on with; `given-up`: a call that it did the work of has failed with it.
   */
  ended(state: unknown, how: 'done' | 'stopped' | 'failed' | 'given-up'): void;
}

/** A way of working above the agent, by its name. */
export interface IWorkflow {
  readonly name: string;
  make(host: IWorkflowHost): IWorkflowRun;
}
