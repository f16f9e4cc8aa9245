import type { AgentEvent } from '../../contract';
import { isKept } from '../../contract/agent/agent-event';

/** More than are ever waiting to be written at once. */
const MAX_COUNT = 64;

/**
 * The last events of each thread. A history read from storage may lack those
 * that are not written yet. These complete it, so that it has everything up to
 * when it is returned, and every later event is new.
 */
export class RecentEvents {
  private readonly _threads = new Map<string, AgentEvent[]>();

  private readonly _given = new Map<string, ReadonlySet<string>>();

  add(event: AgentEvent): void {
    const { threadId } = event;
    if (event.type === 'branch') {
      // From here on, another history applies.
      this._threads.delete(threadId);
    }
    if (!isKept(event)) {
      return;
    }
    const events = this._threads.get(threadId) ?? [];
    events.push(event);
    this._threads.set(threadId, events.slice(-MAX_COUNT));
  }

  /**
   * The stored events of a thread, followed by the recent ones that are
   * missing.
   */
  complete(threadId: string, stored: AgentEvent[]): AgentEvent[] {
    const recent = this._threads.get(threadId) ?? [];
    const whole = [...stored, ...recent.slice(overlap(stored, recent))];
    this._given.set(threadId, new Set(whole.slice(-MAX_COUNT).map(mark)));
    return whole;
  }

  /**
   * Whether a returned history already contains it, because storage was faster.
   */
  wasGiven(event: AgentEvent): boolean {
    return (
      isKept(event) &&
      this._given.get(event.threadId)?.has(mark(event)) === true
    );
  }
}

/** How many of the recent events are among the stored ones. */
function overlap(
  stored: readonly AgentEvent[],
  recent: readonly AgentEvent[]
): number {
  const ends = stored.slice(-2 * MAX_COUNT).map(mark);
  const marks = recent.map(mark);
  if (marks.length > 0 && ends.includes(marks[marks.length - 1])) {
    return marks.length;
  }
  for (let length = Math.min(ends.length, marks.length); length > 0; length--) {
    if (ends.slice(-length).every((each, index) => each === marks[index])) {
      return length;
    }
  }
  return 0;
}

/** Identifies an event; all copies of an event have the same mark. */
function mark(event: AgentEvent): string {
  const { type, time } = event;
  const named = event as Partial<Record<(typeof NAMES)[number], string>>;
  return [type, time, ...NAMES.map(name => named[name] ?? '')].join(' ');
}

const NAMES = ['messageId', 'callId', 'interruptId', 'runId'] as const;
