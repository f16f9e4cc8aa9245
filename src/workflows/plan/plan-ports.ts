import type { IStepWork } from './plan-state';
import type { RunnableConfig } from '@langchain/core/runnables';

import type {
  EventBody,
  IAnswerNumber,
  IMemoryObservation,
  IPlanStep,
  IPreparedTool,
  ITranslator,
  MemoryKind,
  ReviewLevel,
  IPlanSettings
} from '../../contract';
import type { ISpent } from '../../engine/run-context/workflow';
import type { IMemoryHit } from '../../memory';

/** What is learned and known; each part is off if it is switched off. */
export interface IPlanMemory {
  /**
   * The field of the memories, which is the kernel's language; may be empty.
   */
  domain(): string;
  search(kind: MemoryKind, text: string, limit: number): Promise<IMemoryHit[]>;
  /** Returns at once, and never fails. */
  collect(observations: readonly IMemoryObservation[]): void;
}

/** A tool that a step names. */
export interface IPlanTool {
  name: string;
  schema: { type: 'object'; [key: string]: unknown };
  /** Differs when the tool has changed. */
  version: string;
}

export interface IPlanTools {
  /** Updates the list of tools, if it is old. */
  check(): Promise<void>;
  /** The tools that a step names, as far as they are offered. */
  named(step: IPlanStep): IPlanTool[];
  /**
   * Whether this call would reach a shell, the network or files, or nobody
   * knows what it would do.
   */
  reachesOut(name: string, args: Record<string, unknown>): boolean;
}

export interface IStepTask {
  step: IPlanStep;
  task: string;
  /** Tools that it names, with what the person approved of their calls. */
  tools: readonly IPreparedTool[];
  level: ReviewLevel;
  /** Whether these calls were on its card. */
  shown: boolean;
  /** What the person said about it. */
  words: readonly string[];
  /** The most requests to the model. */
  budget: number;
  /** The plan and the results so far. */
  brief: string;
  /** Why it failed before; empty at the first attempt. */
  before: string;
  /** Whether other steps run at the same time: then it may only read. */
  beside: boolean;
  /** Whether it ends the plan, so that its answer is the summary. */
  last: boolean;
}

/**
 * Carries out one step, with review, gate, journal and undo. It is called again
 * with the same task when one of its cards was answered; `config` is that of
 * the node, which inner graphs need.
 */
export interface IStepRunner {
  run(task: IStepTask, config: RunnableConfig): Promise<IStepWork>;
}

/** Stores plans, results and reports immediately. */
export interface IPlanFiles {
  /**
   * @returns null, or a sentence if files beside the notebook could not be
   * written; they are stored in the browser all the same.
   * @throws if they could not be stored anywhere.
   */
  keep(
    session: string,
    name: string,
    forms: { json: unknown; markdown: string }
  ): Promise<string | null>;
}

export interface IPlanPorts {
  model: IPlanModel;
  memory: IPlanMemory;
  tools: IPlanTools;
  steps: IStepRunner;
  planFiles: IPlanFiles;
  settings(): IPlanSettings;
  /**
   * Inserts a Markdown cell into the notebook like the agent: allowed by the
   * rules, or with a card.
   *
   * @returns whether it was inserted.
   */
  putCell(markdown: string, config: RunnableConfig): Promise<boolean>;
  /** File name of the notebook. */
  notebook(): string;
  /**
   * Looks for the numbers of a text in the outputs and in what was read.
   *
   * @param known what else the plan was told.
   */
  checkNumbers(
    text: string,
    known: readonly string[]
  ): Promise<IAnswerNumber[]>;
  /** The cost of the plan's requests, in all pages that worked on it. */
  spent(): Promise<ISpent>;
  /** Whether values are withheld from the model. */
  schemasOnly(): boolean;
  /** Language, the person's instructions, and those of the folder. */
  standingInstructions(): string;
  /** Columns, files and variables around the notebook. */
  notebookContext(): Promise<string>;
  /** Sets how much is asked from now on. */
  level(level: ReviewLevel): void;
  /**
   * A node that runs again emits the same again: that is folded by kind, and by
   * step if it has one.
   */
  emit(event: EventBody): void;
  now(): number;
  trans: ITranslator;
}

/** The form of the answer: the arguments of a call, JSON, or plain text. */
export type AnswerShape =
  | { as: 'call'; name: string; schema: Record<string, unknown> }
  | { as: 'json'; schema: Record<string, unknown> }
  | { as: 'text' };

export interface IPlanMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
  /** Of the person's side; left out for a model that sees none. */
  images?: readonly IPlanImage[];
}

export interface IPlanImage {
  mimeType: string;
  /** Base64. */
  data: string;
  /** Stands before it. */
  label: string;
}

export interface IPlanAnswer {
  /** Arguments of the call. */
  call?: unknown;
  text: string;
  /** Whether it ends in the middle, at the output limit. */
  isCut?: true;
  /**
   * The server does not accept requests of this form, so there is no answer.
   */
  refused?: true;
}

/** A model, as a workflow uses it. */
export interface IPlanModel {
  /** What the provider supports; `short` as in the request. */
  has(short?: boolean): Promise<{ calls: boolean; json: boolean }>;
  /**
   * Sends one request. `short` ones may go to a cheaper model.
   *
   * @returns the arguments of the call, or what the model wrote.
   */
  ask(
    messages: readonly IPlanMessage[],
    shape: AnswerShape,
    options: {
      short?: boolean;
      /** Used if the model accepts one. */
      temperature?: number;
      /** Called with the text as it is streamed. */
      onText?(delta: string): void;
      signal?: AbortSignal;
    }
  ): Promise<IPlanAnswer>;
}
