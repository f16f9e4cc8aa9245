import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import type { PlanNodeEvent } from '../state/plan-node-event';

/** Turns events of a plan into the panel's events. */
export function tellPlan(host: IWorkflowHost): (event: PlanNodeEvent) => void {
  const { emit } = host.run;
  /** Lines that were already emitted together with their memory. */
  const told = new Set<string>();
  return event => {
    const plan = event.session;
    switch (event.type) {
      case 'plan:start':
        emit({
          type: 'plan-started',
          plan,
          messageId: event.messageId,
          task: event.task
        });
        break;
      case 'route': {
        const { route, reason } = event;
        emit({ type: 'plan-routed', plan, route, reason });
        break;
      }
      case 'clarify': {
        const { before, after, enhanced } = event;
        emit({ type: 'plan-clarified', plan, before, after, enhanced });
        break;
      }
      case 'plan':
        emit({ type: 'plan-proposed', plan, steps: event.steps });
        break;
      case 'step': {
        const { step, status, startedAt, outcome } = event;
        const began = startedAt ?? outcome?.startedAt;
        emit({
          type: 'plan-step',
          plan,
          step,
          state: status === 'raw' ? 'running' : status,
          ...(began !== undefined && { startedAt: began }),
          ...(outcome && { endedAt: outcome.endedAt }),
          cells: outcome?.work?.cells ?? event.cells ?? [],
          ...(outcome?.reason && { reason: outcome.reason }),
          ...(outcome?.short && { result: outcome.short }),
          ...(status === 'succeeded' &&
            outcome?.judged === false && { unchecked: true })
        });
        break;
      }
      case 'progress':
        emit({ type: 'plan-progress', plan, ...event.progress });
        break;
      case 'line': {
        const { text, memory } = event;
        if (memory) {
          told.add(text);
          const { what, kind, key: id } = memory;
          emit({ type: 'memory-applied', plan, what, kind, id, text });
        } else if (!told.delete(text)) {
          emit({ type: 'notice', code: 'other', text });
        }
        break;
      }
      case 'synthesis': {
        const { report, plain, chat } = event;
        const messageId = `${plan}-report`;
        emit({ type: 'model-message', messageId, text: report });
        if (!chat) {
          emit({ type: 'plan-synthesis', plan, messageId, report, plain });
        }
        break;
      }
      case 'end':
        // Emitted when its run has ended, with the outcome of the run.
        break;
    }
  };
}
