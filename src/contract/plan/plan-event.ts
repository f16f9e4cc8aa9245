import type { MemoryKind } from '../memory/memory-kinds';
import type { IPlanStep, ReviewLevel } from './plan-step';

/** State of one step of a plan, as its line shows it. */
export type PlanStepState =
  'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';

/**
 * What is told of a plan, by its id. A node of a graph that runs again tells
 * the same again: each of these stands for what was told of its kind before,
 * `plan-step` by its step, `memory-applied` by `what` and `id`.
 */
export type PlanEvent =
  | {
      type: 'plan-started';
      plan: string;
      /** Of the message it works on. */
      messageId: string;
      task: string;
    }
  | {
      type: 'plan-routed';
      plan: string;
      /** `simple_chat` is answered in words; there is no plan then. */
      route: 'simple_chat' | 'tool_required';
      reason: string;
    }
  | {
      type: 'plan-clarified';
      plan: string;
      /** How clear the task was and is, from 0 to 1. */
      before: number;
      after: number;
      /** The task with what was answered and what is taken for granted. */
      enhanced: string;
    }
  /** The plan as it stands: proposed, changed by the person, planned anew. */
  | { type: 'plan-proposed'; plan: string; steps: IPlanStep[] }
  /** How much is asked from now on; `cell` again once it is taken back. */
  | { type: 'plan-level'; plan: string; level: ReviewLevel }
  | {
      type: 'plan-step';
      plan: string;
      /** Id of the step. */
      step: string;
      state: PlanStepState;
      /** ms since the epoch; absent while it is pending. */
      startedAt?: number;
      /** Absent until it has ended. */
      endedAt?: number;
      /** Ids of the cells it made or ran. */
      cells: string[];
      /** Why it failed or was skipped. */
      reason?: string;
      /** In short, at most 500 characters. */
      result?: string;
      /** It has a criterion of its own, and nobody could say whether that is met. */
      unchecked?: boolean;
    }
  | {
      type: 'plan-progress';
      plan: string;
      /** Steps that are switched on. */
      total: number;
      /** Over, however they ended; one that failed only once the person has answered for it. */
      done: number;
      succeeded: number;
      failed: number;
      skipped: number;
      /** Of those that succeeded: whose own criterion was found met. */
      validated?: number;
      /** Of `total` those that succeeded, 0 to 100. */
      percent: number;
    }
  /** What was said last (a `model-message` of this id) sums the plan up. */
  | {
      type: 'plan-synthesis';
      plan: string;
      messageId: string;
      /** Markdown, as it can be put into a cell. */
      report: string;
      /** Made without a model, since that failed. */
      plain: boolean;
    }
  | {
      type: 'plan-ended';
      plan: string;
      /** `chat`: it was answered in words. */
      outcome: 'done' | 'chat' | 'rejected' | 'stopped';
    }
  /** Something learned has changed what is done. */
  | {
      type: 'memory-applied';
      plan: string;
      /** What it has changed. */
      what: 'clarification' | 'plan' | 'step' | 'tools';
      kind: MemoryKind;
      /** Key of the memory. */
      id: string;
      /** One sentence. */
      text: string;
    };
