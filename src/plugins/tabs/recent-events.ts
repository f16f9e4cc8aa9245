import type { AgentEvent } from '../../contract';
import { isKept } from '../../contract/agent/agent-event';

/** More than are ever on their way to the disk at once. */
const MOST = 64;

/**
 * The last events that were told of each thread. What is read from the store
 * may lack those that were on their way to it: with these a history holds all
 * that was told before it was given, and what is told afterwards is news.
 */
export class RecentEvents {
  private readonly _threads = new Map<string, AgentEvent[]>();

  private readonly _given = new Map<string, ReadonlySet<string>>();

  add(event: AgentEvent): void {
    const { threadId } = event;
    if (event.type === 'branch') {
      // From here on another history counts.
      this._threads.delete(threadId);
    }
    if (!isKept(event)) {
      return;
    }
    const events = this._threads.get(threadId) ?? [];
    events.push(event);
    this._threads.set(threadId, events.slice(-MOST));
  }

  /** What was stored of a thread, and what was told of it since. */
  complete(threadId: string, stored: AgentEvent[]): AgentEvent[] {
    const recent = this._threads.get(threadId) ?? [];
    const whole = [...stored, ...recent.slice(overlap(stored, recent))];
    this._given.set(threadId, new Set(whole.slice(-MOST).map(mark)));
    return whole;
  }

  /** Whether a history that was given has it: the store was faster. */
  wasGiven(event: AgentEvent): boolean {
    return (
      isKept(event) &&
      this._given.get(event.threadId)?.has(mark(event)) === true
    );
  }
}

/** How many of the recent events are among those that are stored. */
function overlap(
  stored: readonly AgentEvent[],
  recent: readonly AgentEvent[]
): number {
  const ends = stored.slice(-2 * MOST).map(mark);
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

/** Tells events apart; the same one has the same mark in each copy. */
function mark(event: AgentEvent): string {
  const { type, time } = event;
  const named = event as Partial<Record<(typeof NAMES)[number], string>>;
  return [type, time, ...NAMES.map(name => named[name] ?? '')].join(' ');
}

const NAMES = ['messageId', 'callId', 'interruptId', 'runId'] as const;
