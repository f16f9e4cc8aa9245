import type { ICardBlock, ICustomAnswer } from './custom-interrupt';
import type { IRegistry } from './registry';
import type { IToolDeclaration } from './tool';

/** What a card shows and how it may be answered. */
export interface ICardDrawing {
  /** Two to five words. */
  title: string;
  /** One or two sentences. */
  text?: string;
  /** From top to bottom. */
  blocks?: ICardBlock[];
  /** What is to be filled in: JSON Schema of an object, and what stands there first. */
  form?: { schema: Record<string, unknown>; values?: Record<string, unknown> };
  /** The first stands out. `fills`: it sends the form, and not without it. */
  buttons: { name: string; label: string; fills?: boolean }[];
}

/** A card of a workflow. */
export interface IWorkflowCard {
  /** JSON Schema of what the graph asks with; what does not fit is a defect of it. */
  data: Record<string, unknown>;
  /** Pure: called again each time the node that asks runs again. */
  draw(data: Record<string, unknown>): ICardDrawing;
}

/** What a graph of another extension works with. */
export interface IWorkflowPage {
  /** Path of the notebook that it is bound to. */
  readonly notebook: string;
  /** Aborted by Stop. */
  readonly signal: AbortSignal;
  /**
   * Pauses the graph with one of its cards. As LangGraph's `interrupt()`, it
   * throws until there is an answer, and the node runs again with it: what stands
   * before has to be pure.
   *
   * @param config of the node.
   * @returns null where the person cancelled it, or nobody answered.
   * @throws TypeError for data that does not fit the card.
   */
  ask(
    config: unknown,
    card: string,
    data: Record<string, unknown>
  ): ICustomAnswer | null;
  /** A request to the model that the person chose, and nothing else. */
  model(text: string, options?: { system?: string }): Promise<string>;
  /**
   * The agent as it is, with a short context of its own: each of its effects has
   * its card, its journal and its undo.
   *
   * @param requests to the model, at most.
   * @returns what it said last.
   */
  agent(config: unknown, text: string, requests: number): Promise<string>;
  /** A line in the conversation. */
  say(text: string): void;
}

/** A graph of another extension, made for one run. */
export interface IDeclaredGraph {
  /** Compiled, without a checkpointer: it gets that of the conversation. */
  graph: unknown;
  /** The state it begins with, from the arguments of the call. */
  input(args: Readonly<Record<string, unknown>>): unknown;
  /** Nodes that ask a model: after a crash they are not run again unasked. */
  asksModel?: readonly string[];
  /** What the agent reads of it, from the state at its end. */
  result(
    state: unknown
  ): string | { text: string; ok?: boolean; summary?: string };
}

/**
 * A way of working above the agent: a graph of LangGraph's with cards of its own,
 * which the agent is offered as a tool. It begins once the call is approved, as
 * its effect says, and goes on over reloads.
 */
export interface IWorkflowDeclaration<L = unknown> {
  /** `^[a-z][a-z0-9-]{0,39}$`, and none that is taken. */
  name: string;
  tool: Omit<IToolDeclaration, 'run' | 'interrupt'>;
  cards?: Readonly<Record<string, IWorkflowCard>>;
  /**
   * @param langgraph of our copy: `StateGraph`, `Annotation`, `Command`, `Send`,
   * `START` and `END`. A graph made with another is not recognised.
   */
  create(langgraph: L, page: IWorkflowPage): IDeclaredGraph;
}

/** One that comes with us, loaded when it is first run. */
export interface ILateWorkflow {
  name: string;
  load(): Promise<{ readonly name: string }>;
}

/** Ways of working above the agent. @throws Error, at `load`, for two of one name. */
export type IWorkflowRegistry = IRegistry<IWorkflowDeclaration | ILateWorkflow>;
