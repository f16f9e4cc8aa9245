import type { MemoryKind } from '../memory/memory-kinds';
import type { IPlanStep, ReviewLevel } from './plan-step';

/** State of one step of a plan, as shown on its line. */
export type PlanStepState =
  'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';

/**
 * What is reported about a plan, by its id. When a graph node runs again it
 * reports the same again, so each event replaces the previous one of its type;
 * for `plan-step` per step, for `memory-applied` per `what` and `id`.
 */
export type PlanEvent =
  | {
      type: 'plan-started';
      plan: string;
      /** Id of the message it works on. */
      messageId: string;
      task: string;
    }
  | {
      type: 'plan-routed';
      plan: string;
      /** `simple_chat` is answered in words, without a plan. */
      route: 'simple_chat' | 'tool_required';
      reason: string;
    }
  | {
      type: 'plan-clarified';
      plan: string;
      /** Clarity of the task, from 0 to 1: before and after. */
      before: number;
      after: number;
      /** The task, with the answers and the assumptions worked in. */
      enhanced: string;
    }
  /** The plan as it stands: proposed, edited by the person, or planned again. */
  | { type: 'plan-proposed'; plan: string; steps: IPlanStep[] }
  /** How much is asked from now on; back to `cell` when withdrawn. */
  | { type: 'plan-level'; plan: string; level: ReviewLevel }
  | {
      type: 'plan-step';
      plan: string;
      /** Id of the step. */
      step: string;
      state: PlanStepState;
      /** ms since the epoch; absent while it is pending. */
      startedAt?: number;
      /** Absent until the step has ended. */
      endedAt?: number;
      /** Ids of the cells the step made or ran. */
      cells: string[];
      /** Why it failed or was skipped. */
      reason?: string;
      /** A short version, at most 500 characters. */
      result?: string;
      /**
       * The step has a criterion of its own, and nobody could tell whether it
       * is met.
       */
      unchecked?: boolean;
    }
  | {
      type: 'plan-progress';
      plan: string;
      /** Number of steps that are switched on. */
      total: number;
      /**
       * Steps that are over, however they ended; a failed one only once the
       * person has dealt with it.
       */
      done: number;
      succeeded: number;
      failed: number;
      skipped: number;
      /** Number of succeeded steps whose own criterion was found to be met. */
      validated?: number;
      /** Share of `total` that succeeded, from 0 to 100. */
      percent: number;
    }
  /** The last message (a `model-message` with this id) is the plan's summary. */
  | {
      type: 'plan-synthesis';
      plan: string;
      messageId: string;
      /** Markdown that can be put into a cell. */
      report: string;
      /** Written without a model, because the model failed. */
      plain: boolean;
      /** What the person may send next. */
      next?: string[];
    }
  | {
      type: 'plan-ended';
      plan: string;
      /** `chat`: the task was answered in words. */
      outcome: 'done' | 'chat' | 'rejected' | 'stopped';
    }
  /** A memory has changed what is done. */
  | {
      type: 'memory-applied';
      plan: string;
      /** What the memory changed. */
      what: 'clarification' | 'plan' | 'step' | 'tools';
      kind: MemoryKind;
      /** Key of the memory. */
      id: string;
      /** One sentence. */
      text: string;
    };
