import {
  NOT_RUN_FROM_FILE,
  type AgentEvent,
  type EventBody,
  type ITranslator
} from '../../contract';

/**
 * Events that close a log from elsewhere, so that no call waits and no run is
 * unfinished.
 */
export function endingsOf(
  events: readonly AgentEvent[],
  trans: ITranslator
): EventBody[] {
  const run = openRun(events);
  return [
    ...openCalls(events).map((callId): EventBody => ({
      type: 'call-finished',
      callId,
      state: 'stopped',
      text: trans.__('Not run: this conversation came from a file'),
      result: NOT_RUN_FROM_FILE,
      images: 0
    })),
    ...(run === null
      ? []
      : [{ type: 'run-finished', runId: run, outcome: 'stopped' } as const])
  ];
}

/** Calls that were proposed but have no outcome. */
export function openCalls(events: readonly AgentEvent[]): string[] {
  const open = new Set<string>();
  for (const event of events) {
    if (event.type === 'call-proposed') {
      open.add(event.callId);
    } else if (event.type === 'call-finished') {
      open.delete(event.callId);
    }
  }
  return [...open];
}

function openRun(events: readonly AgentEvent[]): string | null {
  let open: string | null = null;
  for (const event of events) {
    if (event.type === 'run-started') {
      open = event.runId;
    } else if (event.type === 'run-finished') {
      open = null;
    }
  }
  return open;
}
