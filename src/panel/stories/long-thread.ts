import type { AgentEvent, EventBody } from '../../contract';

const RUN = {
  notebook: {
    path: 'work/penguins.ipynb',
    name: 'penguins.ipynb',
    kernel: 'Python 3'
  },
  model: { id: 'demo', label: 'Demo', contextWindow: 100_000 }
};

/** The event log of a conversation, as storage returns it. */
export function logOf(threadId: string, ...bodies: EventBody[]): AgentEvent[] {
  return bodies.map((body, index) => ({ ...body, threadId, time: index }));
}

/** The events of a turn: a question, a step, an answer. Three messages. */
export function turn(number: number): EventBody[] {
  return [
    { type: 'run-started', runId: `r${number}`, ...RUN },
    {
      type: 'user-message',
      messageId: `u${number}`,
      text: `Question ${number}`
    },
    {
      type: 'call-proposed',
      callId: `c${number}`,
      messageId: `m${number}`,
      tool: 'list_files',
      args: {},
      text: 'List files'
    },
    { type: 'call-started', callId: `c${number}` },
    {
      type: 'call-finished',
      callId: `c${number}`,
      state: 'done',
      text: 'Listed 3 files',
      result: 'a\nb\nc',
      images: 0
    },
    {
      type: 'model-message',
      messageId: `a${number}`,
      text: `Answer ${number}`
    },
    { type: 'run-finished', runId: `r${number}`, outcome: 'answered' }
  ];
}

/** A number of turns, one after the other. */
export function turns(count: number): EventBody[] {
  return Array.from({ length: count }, (_, index) => turn(index)).flat();
}
