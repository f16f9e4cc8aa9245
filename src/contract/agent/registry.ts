import type {
  IModelAbilities,
  IModelChoice,
  IModelProviderInfo
} from './model-choice';
import type { IAgentSettings } from './agent-settings';
import type { ITranslator } from '../text/translator';
import type { ITool, IToolDeclaration } from './tool';

/** What takes a registration back. */
export interface IRegistration {
  dispose(): void;
}

/**
 * A list that extensions add to. What is added counts from the next run on,
 * tools from the next request; a function is called when the entries are
 * needed, so that nothing heavy loads before.
 */
export interface IRegistry<T> {
  register(entry: T | (() => Promise<readonly T[]>)): IRegistration;
  /** Every entry, in the order of registration. */
  load(): Promise<readonly T[]>;
}

/**
 * Tools. What is added or taken back counts from the next request on. A tool
 * that has not changed is the same object at each `load`.
 *
 * @throws Error, at `load`, for two tools of one name.
 */
export type IToolRegistry = IRegistry<ITool | IToolDeclaration>;

/**
 * Where a middleware stands among ours: outermost sees the request before
 * everybody else, innermost is next to the model.
 */
export type MiddlewarePlace = 'outermost' | 'innermost';

/** What a middleware may know of the run it is made for. */
export interface IMiddlewareRun {
  /** The settings now; ask anew at each request. */
  settings(): IAgentSettings;
  /** Path of the notebook the run is bound to. */
  readonly notebook: string;
  /** Whether the chosen model is known to stall between steps. */
  readonly stalls: boolean;
  /** Calls of this run that a person decided on, by id. */
  readonly reviewed: ReadonlySet<string>;
  /** Words a person reads go through it. */
  trans: ITranslator;
  /** Shows in the debug view that something was changed; free while it is off. */
  note(title: string, body: () => unknown): void;
}

/**
 * A middleware, registered. It is handed our LangChain, since a middleware
 * made with another copy is not recognised.
 *
 * It may shape what is sent and what comes back. It cannot let a call through:
 * review and the gate stand on either side of it.
 */
export interface IMiddlewareDeclaration<L = unknown, M = unknown> {
  name: string;
  place: MiddlewarePlace;
  /** @param langchain our copy of the package `langchain`. */
  create(langchain: L, run: IMiddlewareRun): M;
}

export type IMiddlewareRegistry = IRegistry<IMiddlewareDeclaration>;

/** Turns texts into vectors; LangChain's `Embeddings` is one, of any copy of it. */
export interface IEmbeddings {
  /** One vector a text, in their order. */
  embedDocuments(texts: string[]): Promise<number[][]>;
}

/** What an answer must be: a call of the one tool that is offered, or JSON of a schema. */
export type ModelAnswerForm =
  { call: string } | { json: Record<string, unknown> };

/**
 * One kind of model: a provider. `M` is LangChain's `BaseChatModel`; it may be
 * of another copy of LangChain than ours, as long as it streams.
 */
export interface IModelProvider<M = unknown> {
  /** As `IModelChoice.provider` names it. */
  id: string;
  /** What the form shows of it. */
  info(trans: ITranslator): IModelProviderInfo;
  /** What the model line shows. */
  label(choice: IModelChoice, trans: ITranslator): string;
  abilities(choice: IModelChoice): IModelAbilities;
  /** Host and port that requests go to; empty where nothing leaves the page. */
  host(choice: IModelChoice): string;
  /**
   * Where images of tool results go: chat-completions servers refuse them in
   * tool messages and get one user message after all answers of a step.
   */
  images: 'after-answers' | 'in-place';
  /** Whether models of it are known to stall between steps. */
  stalls?(choice: IModelChoice): boolean;
  /**
   * Whether its models write calls into their text, since they have no other
   * way or are known for it. Where not, text that looks like a call is text.
   */
  callsInText?(choice: IModelChoice): boolean;
  /**
   * What makes a model answer in a form, as options of LangChain's request;
   * null where nothing does. A server that refuses it is asked without it.
   */
  formOptions?(
    choice: IModelChoice,
    form: ModelAnswerForm
  ): Record<string, unknown> | null;
  /** What its models need to be told, at the end of the system prompt. */
  promptAddition?(choice: IModelChoice): string;
  /**
   * What of an answer must be sent back besides its text and calls (signatures
   * of thinking, say). The calls' ids are ours by then; `ids` maps the
   * provider's to them.
   */
  keep?(
    answer: unknown,
    ids: ReadonlyMap<string, string>
  ): {
    content?: unknown;
    additional_kwargs?: Record<string, unknown>;
  };
  /**
   * A model ready to stream. Its errors are `ModelFault`s where it can tell.
   * @param key undefined where the person gave none (a local server).
   */
  create(choice: IModelChoice, key: string | undefined): Promise<M>;
  /** The model that makes vectors of texts where the person names none. */
  embeddingModel?: string;
  /**
   * What makes vectors of texts, at the same address and with the same key.
   * @param choice whose `model` is the one that makes them.
   */
  makeEmbeddings?(
    choice: IModelChoice,
    key: string | undefined
  ): Promise<IEmbeddings>;
  /** Asks the endpoint which models it has. @throws ModelFault */
  list?(choice: IModelChoice, key: string | undefined): Promise<string[]>;
}

export type IModelRegistry = IRegistry<IModelProvider>;
