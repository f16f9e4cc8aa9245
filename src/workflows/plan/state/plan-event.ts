import type { IPlanStep } from '../../../contract';
import type { IProgress } from './progress';
import type { IStepOutcome } from './step-outcome';

/**
 * What the panel is told. A node that runs again tells the same again: they
 * are folded by kind, and by step where there is one.
 */
export type PlanEvent = { session: string } & (
  | { type: 'plan:start'; task: string; time: number }
  | { type: 'route'; route: 'simple_chat' | 'tool_required'; reason: string }
  | { type: 'clarify'; before: number; after: number; enhanced: string }
  | { type: 'plan'; steps: IPlanStep[] }
  | { type: 'step'; step: string; status: IStepOutcome['status'] | 'running' }
  | { type: 'progress'; progress: IProgress }
  | { type: 'line'; text: string; memory?: string }
  | { type: 'synthesis'; report: string; plain: boolean }
  | { type: 'end'; time: number }
);
