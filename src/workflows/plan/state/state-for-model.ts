import type { IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';

type Told = Pick<PlanStateValue, 'outcomes'>;

/**
 * A plan as a model may know it now: in the mode "schemas only", texts of steps
 * that ran before it was on are left out.
 */
export function stateForModel<S extends Told>(
  state: S,
  { schemasOnly }: Pick<IPlanPorts, 'schemasOnly'>
): S {
  return schemasOnly()
    ? {
        ...state,
        outcomes: Object.fromEntries(
          Object.entries(state.outcomes).map(([id, outcome]) => [
            id,
            outcome.work && outcome.work.values !== false
              ? { ...outcome, short: WITHHELD, reason: WITHHELD }
              : outcome
          ])
        )
      }
    : state;
}

const WITHHELD = '(its text is withheld)';
