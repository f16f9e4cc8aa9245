import type { AgentEvent, RunOutcome } from '../../contract';

/** What the display log says of one run. */
export interface IRunLog {
  /** Calls that were shown and have no outcome yet. */
  open: Set<string>;
  reviewed: Set<string>;
  /** The tools that were run, by call. */
  ran: Map<string, string>;
  /** Messages of the person that were shown, in this run or an earlier one. */
  received: Set<string>;
  /** Null while the run continues. */
  outcome: RunOutcome | null;
}

/** Reads one run from the display log of its thread. */
export function readRunLog(
  events: readonly AgentEvent[],
  runId: string
): IRunLog {
  const log: IRunLog = {
    open: new Set(),
    reviewed: new Set(),
    ran: new Map(),
    received: new Set(),
    outcome: null
  };
  const tools = new Map<string, string>();
  const started = new Set<string>();
  let inRun = false;
  for (const event of events) {
    switch (event.type) {
      case 'run-started':
        inRun = event.runId === runId;
        if (inRun) {
          log.outcome = null;
        }
        continue;
      case 'run-finished':
        if (event.runId === runId) {
          log.outcome = event.outcome;
        }
        continue;
      case 'user-message':
        log.received.add(event.messageId);
        continue;
    }
    if (!inRun) {
      continue;
    }
    switch (event.type) {
      case 'call-proposed':
        log.open.add(event.callId);
        tools.set(event.callId, event.tool);
        break;
      case 'call-started':
        started.add(event.callId);
        log.ran.set(event.callId, tools.get(event.callId) ?? '');
        break;
      case 'call-finished':
        log.open.delete(event.callId);
        if (!started.has(event.callId) && event.state === 'done') {
          // An update of the todo list, which is not shown while it is written.
          log.ran.set(event.callId, tools.get(event.callId) ?? '');
        }
        break;
      case 'review-decided':
        if (event.by === 'person') {
          log.reviewed.add(event.callId);
        }
        break;
    }
  }
  return log;
}
