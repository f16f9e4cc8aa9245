import type { AgentEvent, IInterruptStatus, IThreadRecord } from '../contract';

/**
 * Where a thread stands, as far as what is kept of it tells.
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

function waitingIn(
  history: readonly AgentEvent[]
): IInterruptStatus['waiting'] {
  const waiting = new Map<string, IInterruptStatus['waiting'][number]>();
  for (const event of history) {
    switch (event.type) {
      case 'review-opened': {
        const { interruptId } = event;
        waiting.set(interruptId, { interruptId, kind: 'approval' });
        break;
      }
      case 'interrupt-opened': {
        const { interrupt_id, kind, until } = event.interrupt;
        waiting.set(interrupt_id, {
          interruptId: interrupt_id,
          kind,
          ...(until !== undefined && { until })
        });
        break;
      }
      case 'review-closed':
      case 'interrupt-closed':
        waiting.delete(event.interruptId);
        break;
      case 'run-finished':
        waiting.clear();
        break;
    }
  }
  return [...waiting.values()];
}
