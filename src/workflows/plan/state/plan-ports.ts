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
import type { PlanEvent } from './plan-event';
import type { IStepWork } from './step-outcome';

/** What is learned and known, off where it is switched off. */
export interface IPlanMemory {
  /** The field that it is learned in: the kernel's language; may be empty. */
  domain(): string;
  search(kind: MemoryKind, text: string, limit: number): Promise<IMemoryHit[]>;
  /** Another text once anything was learned or forgotten; never fails, as the search. */
  stamp(): string;
  /** Calls back when the page has nothing better to do. */
  later(act: () => void): void;
  /** Returns at once, and never fails. */
  collect(observations: readonly IMemoryObservation[]): void;
}

/** A tool, as a step may need it. */
export interface IPlanTool {
  name: string;
  schema: { type: 'object'; [key: string]: unknown };
  /** How well it fits the step, from 0 to 1. */
  score: number;
  /** Reaches a shell, the network, or files outside the notebook. */
  reachesOut: boolean;
  /** Another one when the tool has changed. */
  version: string;
}

export interface IPlanTools {
  /** Looks which there are, where that was long ago. */
  check(): Promise<void>;
  /** The best first. */
  recommend(step: IPlanStep, limit: number): Promise<IPlanTool[]>;
}

export interface IStepTask {
  step: IPlanStep;
  task: string;
  mode: 'guided' | 'free';
  /** Hints, in `guided` mode. */
  tools: readonly IPreparedTool[];
  level: ReviewLevel;
  /** The person has approved the step as a whole. */
  approved: boolean;
  /** Requests to the model at most. */
  budget: number;
  /** The plan and the results so far, in brief. */
  brief: string;
  /** Why it failed before; empty for the first time. */
  before: string;
  /** Others are done at the same time: it may do nothing but read. */
  beside: boolean;
}

/**
 * Carries out one step, with review, gate, journal and undo. It is called
 * again with the same task when a card of it was answered; `config` is that of
 * the node, which graphs within need.
 */
export interface IStepRunner {
  run(task: IStepTask, config: RunnableConfig): Promise<IStepWork>;
}

/** Where plans, results and reports are kept, at once. */
export interface IPlanShelf {
  /**
   * @returns null, or where files were to be written and could not be, in which
   * case it is kept in the browser all the same.
   * @throws where it is kept nowhere.
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
  shelf: IPlanShelf;
  settings(): IPlanSettings;
  /**
   * Puts a Markdown cell into the notebook, as the agent would: by the rules, or
   * with a card.
   *
   * @returns whether it is there.
   */
  putCell(markdown: string, config: RunnableConfig): Promise<boolean>;
  /** File name of the notebook. */
  notebook(): string;
  /** What the plan's requests have used, in each page it was worked on. */
  spent(): Promise<ISpent>;
  /** Values are withheld from the model. */
  schemasOnly(): boolean;
  /** Language, the person's instructions, those of the folder. */
  voice(): string;
  /** Columns, files and variables that the notebook itself suggests. */
  surroundings(): Promise<string>;
  /** From now on so much is asked. */
  level(level: ReviewLevel): void;
  say(event: PlanEvent): void;
  now(): number;
  trans: ITranslator;
}
