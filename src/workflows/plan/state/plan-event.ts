import type { IPlanStep, MemoryKind } from '../../../contract';
import type { IProgress } from './progress';
import type { IStepOutcome } from './step-outcome';

/**
 * What the panel is told. A node that runs again tells the same again: they
 * are folded by kind, and by step where there is one.
 */
export type PlanEvent = { session: string } & (
  | { type: 'plan:start'; task: string; messageId: string; time: number }
  | { type: 'route'; route: 'simple_chat' | 'tool_required'; reason: string }
  | { type: 'clarify'; before: number; after: number; enhanced: string }
  | { type: 'plan'; steps: IPlanStep[] }
  | {
      type: 'step';
      step: string;
      status: IStepOutcome['status'] | 'running';
      startedAt?: number;
      /** Those it has made so far. */
      cells?: string[];
      /** Once it has ended. */
      outcome?: IStepOutcome;
    }
  | { type: 'progress'; progress: IProgress }
  | {
      type: 'line';
      text: string;
      /** What was learned, where it is what is said. */
      memory?: {
        what: 'clarification' | 'plan' | 'step' | 'tools';
        kind: MemoryKind;
        key: string;
      };
    }
  | { type: 'synthesis'; report: string; plain: boolean; chat: boolean }
  | { type: 'end'; time: number }
);
