import type { ReviewLevel, IPlanSettings } from '../../../contract';
import { approvalsOn } from './approvals-on';

/** Whether each step has a card, because of the settings or for this plan. */
export function stepCards(
  settings: IPlanSettings,
  level: ReviewLevel
): boolean {
  return approvalsOn(settings).step || level === 'step';
}
