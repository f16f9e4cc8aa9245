import type { AgentEvent, RunOutcome } from '../../contract';
import type { IShownPause } from '../interrupts/shown-pause';

/** What the display log says of one run. */
export interface IRunLog {
  pauses: Map<string, IShownPause>;
  /** Calls that were shown and have no outcome yet. */
  open: Set<string>;
  /** All calls that were shown. */
  proposed: Set<string>;
  finished: Set<string>;
  /** Messages of the model that were shown. */
  said: Set<string>;
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
    pauses: new Map(),
    open: new Set(),
    proposed: new Set(),
    finished: new Set(),
    said: new Set(),
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
          log.pauses.forEach(pause => {
            pause.hidden = true;
          });
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
      case 'model-message':
        log.said.add(event.messageId);
        break;
      case 'call-proposed':
        log.proposed.add(event.callId);
        log.open.add(event.callId);
        tools.set(event.callId, event.tool);
        break;
      case 'call-started':
        started.add(event.callId);
        log.ran.set(event.callId, tools.get(event.callId) ?? '');
        break;
      case 'call-finished':
        log.open.delete(event.callId);
        log.finished.add(event.callId);
        if (!started.has(event.callId) && event.state === 'done') {
          // An update of the todo list, which is not shown while it is written.
          log.ran.set(event.callId, tools.get(event.callId) ?? '');
        }
        break;
      default:
        readPause(log, event);
    }
  }
  return log;
}

function readPause(log: IRunLog, event: AgentEvent): void {
  switch (event.type) {
    case 'review-opened': {
      const before = log.pauses.get(event.interruptId);
      const calls = new Map(before?.calls);
      for (const { callId } of event.cards) {
        // One that was decided is asked about anew.
        if (!calls.has(callId) || before?.decided.has(callId)) {
          calls.set(callId, event.time);
        }
      }
      log.pauses.set(event.interruptId, {
        ...shownPause(event.time),
        calls,
        decided: before?.decided ?? new Set(),
        limit: event.limit
      });
      break;
    }
    case 'review-limited': {
      const pause = log.pauses.get(event.interruptId);
      if (pause) {
        pause.limit = event.limit;
      }
      break;
    }
    case 'review-voided':
      log.pauses
        .get(event.interruptId)
        ?.voided.set(event.card.callId, event.card);
      break;
    case 'review-decided':
      log.pauses.get(event.interruptId)?.decided.add(event.callId);
      if (event.by === 'person') {
        log.reviewed.add(event.callId);
      }
      break;
    case 'review-closed':
      close(log, event.interruptId);
      break;
    case 'interrupt-opened': {
      const { interrupt_id } = event.interrupt;
      const before = log.pauses.get(interrupt_id);
      log.pauses.set(interrupt_id, {
        ...shownPause(
          before?.closed ? event.time : (before?.openedAt ?? event.time)
        ),
        asked: event.interrupt
      });
      break;
    }
    case 'interrupt-closed': {
      const pause = close(log, event.interruptId);
      if (pause && event.answer && event.by !== 'stop') {
        pause.given = { answer: event.answer, by: event.by };
      }
      break;
    }
  }
}

function shownPause(openedAt: number): IShownPause {
  return {
    openedAt,
    closed: false,
    hidden: false,
    calls: new Map(),
    decided: new Set(),
    voided: new Map()
  };
}

function close(log: IRunLog, interruptId: string): IShownPause | undefined {
  const pause = log.pauses.get(interruptId);
  if (pause) {
    pause.closed = true;
  }
  return pause;
}
