import type { IPlanSettings } from '../../../contract';
import type { ISpent } from '../../../engine/run-context/workflow';
import type { PlanStateValue } from '../state/plan-state';

/**
 * Which limit a plan has used up, tokens or cost, including what the person has
 * granted beyond it; null if something is left, or no limit is set.
 */
export function overCeiling(
  { granted }: Pick<PlanStateValue, 'granted'>,
  { ceiling }: Pick<IPlanSettings, 'ceiling'>,
  spent: ISpent
): 'tokens' | 'cost' | null {
  const isOver = (what: 'tokens' | 'cost'): boolean => {
    const most = ceiling[what];
    return most !== null && spent[what] >= Math.max(most, granted[what]);
  };
  return isOver('tokens') ? 'tokens' : isOver('cost') ? 'cost' : null;
}
