import type { AgentEvent } from '../../contract';

/** How long streamed events are collected, in ms: a few frames. */
const GATHER = 50;

/**
 * Sends events to other tabs in order. Streamed events come a hundred times a
 * second, and are merged before they are sent. Nothing waits for that: the
 * agent continues in the meantime, and any other event sends the collected ones
 * first.
 */
export class EventBroadcast {
  private _gathered: AgentEvent[] = [];

  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly _post: (event: AgentEvent) => void) {}

  push(event: AgentEvent): void {
    if (event.type === 'debug') {
      // Contains whole requests: too much to send, and only shown in the tab
      // that made them.
      return;
    }
    const last = this._gathered.at(-1);
    const joined = last && join(last, event);
    if (joined) {
      this._gathered[this._gathered.length - 1] = joined;
    } else {
      this._gathered.push(event);
    }
    if (!STREAMED.has(event.type)) {
      this.flush();
      return;
    }
    this._timer ??= setTimeout(() => this.flush(), GATHER);
  }

  flush(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    const events = this._gathered;
    this._gathered = [];
    events.forEach(event => this._post(event));
  }
}

const STREAMED: ReadonlySet<AgentEvent['type']> = new Set([
  'text-delta',
  'reasoning-delta',
  'call-drafted',
  'call-progress'
] as const);

/** Two events merged into an equivalent one; null if that is not possible. */
function join(last: AgentEvent, next: AgentEvent): AgentEvent | null {
  if (last.threadId !== next.threadId) {
    return null;
  }
  if (
    (last.type === 'text-delta' || last.type === 'reasoning-delta') &&
    next.type === last.type &&
    next.messageId === last.messageId
  ) {
    return { ...next, delta: last.delta + next.delta };
  }
  if (
    last.type === 'call-drafted' &&
    next.type === 'call-drafted' &&
    next.messageId === last.messageId &&
    next.tool === last.tool
  ) {
    return next;
  }
  if (
    last.type === 'call-progress' &&
    next.type === 'call-progress' &&
    next.callId === last.callId
  ) {
    const output = (last.output ?? '') + (next.output ?? '');
    return { ...last, ...next, ...(output && { output }) };
  }
  return null;
}
