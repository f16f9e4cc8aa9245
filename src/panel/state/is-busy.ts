import type { IPanelState } from './panel-state';

/**
 * Whether a run is in progress or has been requested. It stays true between the
 * event of a message and that of its run, so that no other run can begin in
 * between.
 */
export function isBusy({
  thread,
  outgoing,
  beginning
}: Pick<IPanelState, 'thread' | 'outgoing' | 'beginning'>): boolean {
  return thread.run !== null || outgoing.length > 0 || beginning !== null;
}
