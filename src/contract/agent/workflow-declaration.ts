import type { ICardBlock, ICustomAnswer } from './custom-interrupt';
import type { IRegistry } from './registry';
import type { IToolDeclaration } from './tool';

/** The content of a card and the ways to answer it. */
export interface ICardDrawing {
  /** Two to five words. */
  title: string;
  /** One or two sentences. */
  text?: string;
  /** Blocks from top to bottom. */
  blocks?: ICardBlock[];
  /** The form: JSON Schema of an object, and its initial values. */
  form?: { schema: Record<string, unknown>; values?: Record<string, unknown> };
  /**
   * The first is the primary button. `fills`: it submits the form, which must
   * be complete.
   */
  buttons: { name: string; label: string; fills?: boolean }[];
}

/** A card of a workflow. */
export interface IWorkflowCard {
  /**
   * JSON Schema of the data the graph asks with; data that does not fit is a
   * defect of the graph.
   */
  data: Record<string, unknown>;
  /** Pure: called again each time the asking node runs again. */
  draw(data: Record<string, unknown>): ICardDrawing;
}

/** What a graph of another extension can use. */
export interface IWorkflowPage {
  /** Path of the notebook it is bound to. */
  readonly notebook: string;
  /** Aborted by Stop. */
  readonly signal: AbortSignal;
  /**
   * Pauses the graph with one of its cards. Like LangGraph's `interrupt()`, it
   * throws until there is an answer, and then the node runs again; anything
   * before it must therefore be pure.
   *
   * @param config the node's config.
   * @returns null if the person cancelled, or nobody answered.
   * @throws TypeError for data that does not fit the card.
   */
  ask(
    config: unknown,
    card: string,
    data: Record<string, unknown>
  ): ICustomAnswer | null;
  /** One request to the model the person chose. */
  model(text: string, options?: { system?: string }): Promise<string>;
  /**
   * The ordinary agent with a short context of its own: each of its effects has
   * its card, its journal entry and its undo.
   *
   * @param requests maximum number of requests to the model.
   * @returns the last thing it said.
   */
  agent(config: unknown, text: string, requests: number): Promise<string>;
  /** Adds a line to the conversation. */
  say(text: string): void;
}

/** A graph of another extension, made for one run. */
export interface IDeclaredGraph {
  /** Compiled without a checkpointer: it is given the conversation's. */
  graph: unknown;
  /** The initial state, from the arguments of the call. */
  input(args: Readonly<Record<string, unknown>>): unknown;
  /** What the agent reads as the result, from the final state. */
  result(
    state: unknown
  ): string | { text: string; ok?: boolean; summary?: string };
}

/**
 * A way of working above the agent: a LangGraph graph with cards of its own,
 * offered to the agent as a tool. It starts once the call is approved according
 * to its effect, and survives reloads.
 */
export interface IWorkflowDeclaration<L = unknown> {
  /** `^[a-z][a-z0-9-]{0,39}$`, and not a name already taken. */
  name: string;
  tool: Omit<IToolDeclaration, 'run' | 'interrupt'>;
  cards?: Readonly<Record<string, IWorkflowCard>>;
  /**
   * @param langgraph from our copy: `StateGraph`, `Annotation`, `Command`,
   * `Send`, `START` and `END`. A graph made with another copy is not
   * recognised.
   */
  create(langgraph: L, page: IWorkflowPage): IDeclaredGraph;
}

/** A built-in workflow, loaded when it is first run. */
export interface ILateWorkflow {
  name: string;
  load(): Promise<{ readonly name: string }>;
}

/**
 * Ways of working above the agent. @throws Error, at `load`, if two have the
 * same name.
 */
export type IWorkflowRegistry = IRegistry<IWorkflowDeclaration | ILateWorkflow>;
