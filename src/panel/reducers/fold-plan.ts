import type { AgentEvent, PlanEvent } from '../../contract';

import type { IPlanItem } from '../state/thread-items';
import type { ThreadDraft } from './thread-draft';

/** Events of a plan. A node that runs again emits the same events again. */
export function foldPlan(
  thread: ThreadDraft,
  event: AgentEvent & PlanEvent
): void {
  const { settled } = thread;
  const { path } = settled;
  const id = `plan-${event.plan}`;
  const item = thread.item(id, 'plan');
  if (!item) {
    if (event.type === 'plan-started') {
      const { plan, messageId, task, time } = event;
      thread.put({
        kind: 'plan',
        id,
        path,
        plan,
        messageId,
        task,
        startedAt: time,
        route: null,
        why: '',
        clarity: null,
        enhanced: '',
        steps: [],
        states: {},
        level: 'cell',
        report: null,
        outcome: null,
        endedAt: null
      });
    }
    return;
  }
  const set = (change: Partial<IPlanItem>) =>
    thread.put({ ...item, ...change });
  switch (event.type) {
    case 'plan-routed':
      set({ route: event.route, why: event.reason });
      markTask(thread, item, event.route);
      return;
    case 'plan-clarified':
      set({
        clarity: { before: event.before, after: event.after },
        enhanced: event.enhanced
      });
      return;
    case 'plan-proposed':
      set({ steps: event.steps });
      settled.plan = id;
      return;
    case 'plan-level':
      set({ level: event.level });
      return;
    case 'plan-step': {
      const { state, startedAt, endedAt, cells, reason, result } = event;
      const { step, unchecked } = event;
      const part = { state, startedAt, endedAt, cells, reason, result };
      set({ states: { ...item.states, [step]: { ...part, unchecked } } });
      return;
    }
    case 'plan-synthesis': {
      const { report, plain, next = [] } = event;
      set({ report: { text: report, plain, next } });
      return;
    }
    case 'plan-ended':
      if (event.outcome !== 'chat') {
        // What can be done with it stands below its summary.
        thread.remove(id);
      }
      set({ outcome: event.outcome, level: 'cell', endedAt: event.time });
      return;
    case 'memory-applied':
      thread.put({
        kind: 'memory',
        id: `memory-${event.plan}-${event.what}-${event.id}`,
        path,
        plan: id,
        what: event.what,
        memory: { kind: event.kind, key: event.id },
        text: event.text
      });
      return;
    case 'plan-started':
  }
}

/**
 * Shows a cell of the running step in the step's line at once, however the step
 * ends.
 */
export function withStepCell(thread: ThreadDraft, cellId: string | null): void {
  const item = thread.item(thread.settled.plan, 'plan');
  if (!item || cellId === null) {
    return;
  }
  const [now, ...others] = Object.entries(item.states).filter(
    ([, { state }]) => state === 'running'
  );
  // Steps that run in parallel only read, and write no cells.
  if (now && others.length === 0 && !now[1].cells.includes(cellId)) {
    const [step, progress] = now;
    const cells = [...progress.cells, cellId];
    const states = { ...item.states, [step]: { ...progress, cells } };
    thread.put({ ...item, states });
  }
}

/** A line above the message that begins a new task, except for the first. */
function markTask(
  thread: ThreadDraft,
  { messageId, task, path }: IPlanItem,
  route: IPlanItem['route']
): void {
  if (
    route === 'tool_required' &&
    thread.settled.order.indexOf(messageId) > 0
  ) {
    const id = `task-${messageId}`;
    thread.put({ kind: 'task', id, path, task }, messageId);
  }
}
