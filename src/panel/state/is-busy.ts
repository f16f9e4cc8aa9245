import type { IPanelState } from './panel-state';

/**
 * Whether a run goes on, or one has been asked for: between a message that is
 * told and the run that begins with it lies no moment in which another could.
 */
export function isBusy({
  thread,
  outgoing,
  beginning
}: Pick<IPanelState, 'thread' | 'outgoing' | 'beginning'>): boolean {
  return thread.run !== null || outgoing.length > 0 || beginning !== null;
}
