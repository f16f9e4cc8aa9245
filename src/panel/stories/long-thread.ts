import type { AgentEvent, EventBody } from '../../contract';
import {
  callFinished,
  callProposed,
  runEnded,
  runStarted,
  userMessage
} from './events';

/** The event log of a conversation, as storage returns it. */
export function logOf(threadId: string, ...bodies: EventBody[]): AgentEvent[] {
  return bodies.map((body, index) => ({ ...body, threadId, time: index }));
}

/** The events of a turn: a question, a step, an answer. Three messages. */
export function turn(number: number): EventBody[] {
  const runId = `r${number}`;
  const callId = `c${number}`;
  return [
    runStarted({ runId }),
    userMessage(`u${number}`, `Question ${number}`),
    callProposed(callId, { tool: 'list_files', text: 'List files' }),
    { type: 'call-started', callId },
    callFinished(callId, { text: 'Listed 3 files', result: 'a\nb\nc' }),
    {
      type: 'model-message',
      messageId: `a${number}`,
      text: `Answer ${number}`
    },
    runEnded('answered', { runId })
  ];
}

/** A number of turns, one after the other. */
export function turns(count: number): EventBody[] {
  return Array.from({ length: count }, (_, index) => turn(index)).flat();
}
