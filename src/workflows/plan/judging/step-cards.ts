import type { ReviewLevel } from '../../../contract';
import type { IPlanSettings } from '../state/plan-settings';
import { approvalsOn } from './approvals-on';

/** Whether each step has a card: by the settings, or for this plan. */
export function stepCards(
  settings: IPlanSettings,
  level: ReviewLevel
): boolean {
  return approvalsOn(settings).step || level === 'step';
}
