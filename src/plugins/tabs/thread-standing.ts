import type {
  AgentEvent,
  IInterruptStatus,
  IThreadRecord
} from '../../contract';
import { waitingIn } from '../../contract/agent/waiting-in';

/**
 * The state of a thread, as far as what is stored of it shows.
 *
 * @param isDriven whether another tab works on it.
 */
export function threadStanding(
  record: Pick<IThreadRecord, 'run' | 'pending'> | undefined,
  history: readonly AgentEvent[],
  isDriven: boolean
): IInterruptStatus {
  const waiting = record && record.pending > 0 ? waitingIn(history) : [];
  if (waiting.length > 0) {
    return { state: 'waiting', waiting };
  }
  const state = record?.run ? (isDriven ? 'running' : 'interrupted') : 'idle';
  return { state, waiting };
}
