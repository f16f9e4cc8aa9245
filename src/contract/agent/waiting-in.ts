import type { AgentEvent } from './agent-event';
import type { IInterruptStatus } from './interrupt-request';

/** What in a thread waits for a person, according to its display log. */
export function waitingIn(
  history: readonly AgentEvent[]
): IInterruptStatus['waiting'] {
  const waiting = new Map<string, IInterruptStatus['waiting'][number]>();
  for (const event of history) {
    switch (event.type) {
      case 'review-opened': {
        const { interruptId, cards, node, time, limit } = event;
        const isUnclear = cards.some(({ body }) => body.kind === 'unclear');
        waiting.set(interruptId, {
          interruptId,
          kind: isUnclear ? 'unclear' : 'approval',
          ...(node !== undefined && { node }),
          since: waiting.get(interruptId)?.since ?? time,
          ...(limit && { until: limit.until })
        });
        break;
      }
      case 'review-limited': {
        const review = waiting.get(event.interruptId);
        if (review) {
          const { until: _, ...rest } = review;
          const { limit } = event;
          waiting.set(event.interruptId, {
            ...rest,
            ...(limit && { until: limit.until })
          });
        }
        break;
      }
      case 'interrupt-opened': {
        const { interrupt_id, kind, node_ref, until } = event.interrupt;
        waiting.set(interrupt_id, {
          interruptId: interrupt_id,
          kind,
          node: node_ref,
          since: waiting.get(interrupt_id)?.since ?? event.time,
          ...(until !== undefined && { until })
        });
        break;
      }
      case 'review-closed':
      case 'interrupt-closed':
        waiting.delete(event.interruptId);
        break;
      case 'run-started':
      case 'run-finished':
        waiting.clear();
        break;
    }
  }
  return [...waiting.values()];
}
