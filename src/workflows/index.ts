export { planWorkflow } from './plan/plan-workflow';
export type { IPlanMemories } from './plan/plan-workflow';
export type { IPlanModel } from './plan/asking/plan-model';
export type { PlanEvent } from './plan/state/plan-event';
export type {
  IPlanPorts,
  IPlanShelf,
  IPlanTool,
  IStepRunner,
  IStepTask
} from './plan/state/plan-ports';
