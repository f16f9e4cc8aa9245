import type {
  IModelAbilities,
  IModelChoice,
  IModelProviderInfo
} from '../models/model-choice';
import type { IAgentSettings } from './agent-settings';
import type { ITranslator } from '../text/translator';
import type { ITool, IToolDeclaration } from './tool';

/** Undoes a registration. */
export interface IRegistration {
  dispose(): void;
}

/**
 * A list that extensions add to. New entries apply from the next run on, tools
 * from the next request. An entry may be a function, which is called only when
 * the entries are needed, so that nothing heavy loads early.
 */
export interface IRegistry<T> {
  register(entry: T | (() => Promise<readonly T[]>)): IRegistration;
  /** Every entry, in the order of registration. */
  load(): Promise<readonly T[]>;
}

/**
 * Tools. Registering or removing one takes effect with the next request. A tool
 * that has not changed is the same object at each `load`.
 *
 * @throws Error, at `load`, if two tools have the same name.
 */
export type IToolRegistry = IRegistry<ITool | IToolDeclaration>;

/**
 * Where a middleware stands among ours: `outermost` sees the request before all
 * others, `innermost` is next to the model.
 */
export type MiddlewarePlace = 'outermost' | 'innermost';

/** What a middleware may know about its run. */
export interface IMiddlewareRun {
  /** The current settings; read them again at each request. */
  settings(): IAgentSettings;
  /** Path of the notebook the run is bound to. */
  readonly notebook: string;
  /** Translates text that a person reads. */
  trans: ITranslator;
  /** Records a change in the debug view; costs nothing while that is off. */
  note(title: string, body: () => unknown): void;
}

/**
 * A registered middleware. It is passed our LangChain, because a middleware
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

/** Turns texts into vectors; LangChain's `Embeddings` fits, from any copy of it. */
export interface IEmbeddings {
  /** One vector per text, in the same order. */
  embedDocuments(texts: string[]): Promise<number[][]>;
}

/**
 * The required form of an answer: a call of the only tool offered, or JSON of a
 * schema.
 */
export type ModelAnswerForm =
  { call: string } | { json: Record<string, unknown> };

/**
 * A provider of models. `M` is LangChain's `BaseChatModel`; it may come from
 * another copy of LangChain than ours, as long as it streams.
 */
export interface IModelProvider<M = unknown> {
  /** As `IModelChoice.provider` names it. */
  id: string;
  /** What the form shows about it. */
  info(trans: ITranslator): IModelProviderInfo;
  /** What the model line shows. */
  label(choice: IModelChoice, trans: ITranslator): string;
  abilities(choice: IModelChoice): IModelAbilities;
  /** Host and port that requests go to; empty if nothing leaves the page. */
  host(choice: IModelChoice): string;
  /**
   * Where to put images of tool results: chat-completions servers refuse them
   * in tool messages, so they get one user message after all tool results of a
   * step.
   */
  images: 'after-answers' | 'in-place';
  /** Whether its models are known to stall between steps. */
  stalls?(choice: IModelChoice): boolean;
  /**
   * Whether its models write calls into their text, because they have no other
   * way or are known to do so. If not, text that looks like a call is treated
   * as text.
   */
  callsInText?(choice: IModelChoice): boolean;
  /**
   * Request options for LangChain that make a model answer in a given form;
   * null if there are none. If a server refuses them, it is asked again
   * without.
   */
  formOptions?(
    choice: IModelChoice,
    form: ModelAnswerForm
  ): Record<string, unknown> | null;
  /** What its models need to be told, added to the end of the system prompt. */
  promptAddition?(choice: IModelChoice): string;
  /**
   * The parts of an answer that must be sent back besides its text and calls
   * (signatures of thinking, for example). By then the calls have our ids;
   * `ids` maps the provider's ids to ours.
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
   * @param key undefined if the person gave none (a local server).
   */
  create(choice: IModelChoice, key: string | undefined): Promise<M>;
  /** The model that computes vectors if the person names none. */
  embeddingModel?: string;
  /**
   * Creates what computes vectors of texts, at the same address and with the
   * same key.
   * @param choice its `model` is the one that computes them.
   */
  makeEmbeddings?(
    choice: IModelChoice,
    key: string | undefined
  ): Promise<IEmbeddings>;
  /** Asks the endpoint for its list of models. @throws ModelFault */
  list?(choice: IModelChoice, key: string | undefined): Promise<string[]>;
}

export type IModelRegistry = IRegistry<IModelProvider>;
