import type { RunnableConfig } from '@langchain/core/runnables';

import type {
  IMemoryObservation,
  IPlanStep,
  IPreparedTool,
  ITranslator,
  MemoryKind,
  ReviewLevel,
  IPlanSettings
} from '../../../contract';
import type { ISpent } from '../../../engine/run-context/workflow';
import type { IMemoryHit } from '../../../memory';
import type { IPlanModel } from '../asking/plan-model';
import type { PlanNodeEvent } from './plan-node-event';
import type { IStepWork } from './step-outcome';

/** What is learned and known; each part is off if it is switched off. */
export interface IPlanMemory {
  /**
   * The field of the memories, which is the kernel's language; may be empty.
   */
  domain(): string;
  search(kind: MemoryKind, text: string, limit: number): Promise<IMemoryHit[]>;
  /**
   * A text that changes whenever something is learned or forgotten; never
   * fails, like the search.
   */
  stamp(): string;
  /** Calls back when the page is idle. */
  later(act: () => void): void;
  /** Returns at once, and never fails. */
  collect(observations: readonly IMemoryObservation[]): void;
}

/** A tool that a step may use. */
export interface IPlanTool {
  name: string;
  schema: { type: 'object'; [key: string]: unknown };
  /** How well it fits the step, from 0 to 1. */
  score: number;
  /** Whether it reaches a shell, the network, or files outside the notebook. */
  reachesOut: boolean;
  /** Differs when the tool has changed. */
  version: string;
}

export interface IPlanTools {
  /** Updates the list of tools, if it is old. */
  check(): Promise<void>;
  /**
   * The tools that fit a step, best first: all that its plan names, and found
   * ones up to the limit.
   */
  recommend(step: IPlanStep, limit: number): Promise<IPlanTool[]>;
}

export interface IStepTask {
  step: IPlanStep;
  task: string;
  mode: 'guided' | 'free';
  /** Hints, in `guided` mode. */
  tools: readonly IPreparedTool[];
  level: ReviewLevel;
  /** Whether the person has approved the step as a whole. */
  approved: boolean;
  /** The most requests to the model. */
  budget: number;
  /** The plan and the results so far, in brief. */
  brief: string;
  /** Why it failed before; empty at the first attempt. */
  before: string;
  /** Whether other steps run at the same time: then it may only read. */
  beside: boolean;
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
  say(event: PlanNodeEvent): void;
  now(): number;
  trans: ITranslator;
}
