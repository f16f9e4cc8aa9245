import type { AgentEvent, PlanEvent } from '../../contract';

import { added, put, putBefore } from '../state/items';
import { newPlan, type IPlanItem } from '../state/thread-items';
import type { ISettledState } from '../state/thread-view-state';

/** Events of a plan. A node that runs again emits the same events again. */
export function foldPlan(
  settled: ISettledState,
  event: AgentEvent & PlanEvent
): Partial<ISettledState> {
  const id = planItemId(event.plan);
  const item = settled.items[id];
  if (item?.kind !== 'plan') {
    return event.type === 'plan-started'
      ? added(
          settled,
          newPlan({
            id,
            path: settled.path,
            plan: event.plan,
            messageId: event.messageId,
            task: event.task,
            startedAt: event.time
          })
        )
      : {};
  }
  const set = (change: Partial<IPlanItem>) =>
    put(settled, { ...item, ...change });
  switch (event.type) {
    case 'plan-started':
      return {};
    case 'plan-routed':
      return withBoundary(
        { ...settled, ...set({ route: event.route, why: event.reason }) },
        item,
        event.route
      );
    case 'plan-clarified':
      return set({
        clarity: { before: event.before, after: event.after },
        enhanced: event.enhanced
      });
    case 'plan-proposed':
      return { ...set({ steps: event.steps }), plan: id };
    case 'plan-level':
      return set({ level: event.level });
    case 'plan-step': {
      const { step, state, startedAt, endedAt, cells, reason, result } = event;
      const { unchecked } = event;
      return set({
        states: {
          ...item.states,
          [step]: {
            state,
            startedAt,
            endedAt,
            cells,
            reason,
            result,
            unchecked
          }
        }
      });
    }
    case 'plan-progress':
      // The state of the steps is at least as recent.
      return {};
    case 'plan-synthesis': {
      const { report, plain, next = [] } = event;
      return set({ report: { text: report, plain, next } });
    }
    case 'plan-ended':
      return set({
        outcome: event.outcome,
        level: 'cell',
        endedAt: event.time
      });
    case 'memory-applied':
      return put(settled, {
        kind: 'memory',
        id: `memory-${event.plan}-${event.what}-${event.id}`,
        path: settled.path,
        plan: id,
        what: event.what,
        memory: { kind: event.kind, key: event.id },
        text: event.text
      });
  }
}

/**
 * Shows a cell of the running step in the step's line at once, however the step
 * ends.
 */
export function withStepCell(
  settled: ISettledState,
  cellId: string | null
): ISettledState {
  const item = settled.items[settled.plan ?? ''];
  if (item?.kind !== 'plan' || cellId === null) {
    return settled;
  }
  const [now, ...others] = Object.entries(item.states).filter(
    ([, { state }]) => state === 'running'
  );
  // Steps that run in parallel only read, and write no cells.
  if (!now || others.length > 0 || now[1].cells.includes(cellId)) {
    return settled;
  }
  const [step, progress] = now;
  const cells = [...progress.cells, cellId];
  const states = { ...item.states, [step]: { ...progress, cells } };
  return { ...settled, ...put(settled, { ...item, states }) };
}

/** Position of a plan among the items. */
export function planItemId(plan: string): string {
  return `plan-${plan}`;
}

/** A line above the message that begins a new task, except for the first. */
function withBoundary(
  settled: ISettledState,
  { messageId, task, path }: IPlanItem,
  route: IPlanItem['route']
): Pick<ISettledState, 'order' | 'items'> {
  const id = `task-${messageId}`;
  return route === 'tool_required' &&
    !settled.items[id] &&
    settled.order.indexOf(messageId) > 0
    ? putBefore(settled, messageId, { kind: 'task', id, path, task })
    : settled;
}
