export { planGraph } from './plan/plan-graph';
export type { IPlanModel } from './plan/asking/plan-model';
export type { PlanEvent } from './plan/state/plan-event';
export type {
  IPlanPorts,
  IPlanShelf,
  IPlanTool,
  IStepRunner,
  IStepTask
} from './plan/state/plan-ports';
