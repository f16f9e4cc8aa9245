import type { IPlanSettings } from '../../../contract';
import type { ISpent } from '../../../engine/run-context/workflow';
import type { PlanStateValue } from '../state/plan-state';

/**
 * What a plan has used up: the tokens or the cost that are set for it, or what
 * the person has allowed beyond; null where there is some left, or no ceiling.
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
