import type { IPlanStep, MemoryKind } from '../../../contract';
import type { IProgress } from './progress';
import type { IStepOutcome } from './step-outcome';

/**
 * What the nodes of a plan report; `tellPlan` makes events for the panel of it. A
 * node that runs again reports the same again: that is folded by kind, and by
 * step if it has one.
 */
export type PlanNodeEvent = { session: string } & (
  | { type: 'plan:start'; task: string; messageId: string; time: number }
  | { type: 'route'; route: 'simple_chat' | 'tool_required'; reason: string }
  | { type: 'clarify'; before: number; after: number; enhanced: string }
  | { type: 'plan'; steps: IPlanStep[] }
  | {
      type: 'step';
      step: string;
      status: IStepOutcome['status'] | 'running';
      startedAt?: number;
      /** Cells it has made so far. */
      cells?: string[];
      /** Set once it has ended. */
      outcome?: IStepOutcome;
    }
  | { type: 'progress'; progress: IProgress }
  | {
      type: 'line';
      text: string;
      /** The memory behind a line, if the line is about one. */
      memory?: {
        what: 'clarification' | 'plan' | 'step' | 'tools';
        kind: MemoryKind;
        key: string;
      };
    }
  | { type: 'synthesis'; report: string; plain: boolean; chat: boolean }
  | { type: 'end'; time: number }
);
