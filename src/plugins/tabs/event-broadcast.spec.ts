import type { AgentEvent, EventBody } from '../../contract';
import { EventBroadcast } from './event-broadcast';

const event = (body: EventBody, threadId = 't'): AgentEvent => ({
  ...body,
  threadId,
  time: 1
});

describe('what is told to other tabs', () => {
  let posted: AgentEvent[];
  let broadcast: EventBroadcast;

  const after = (...events: AgentEvent[]): AgentEvent[] => {
    events.forEach(each => broadcast.push(each));
    broadcast.flush();
    return posted;
  };

  beforeEach(() => {
    posted = [];
    broadcast = new EventBroadcast(each => posted.push(each));
  });

  it('joins what streams into one message, of one thread', () => {
    const delta = (text: string, threadId?: string) =>
      event({ type: 'text-delta', messageId: 'm', delta: text }, threadId);
    expect(
      after(delta('a'), delta('b'), delta('x', 'other'), delta('c'))
    ).toMatchObject([
      { delta: 'ab' },
      { delta: 'x', threadId: 'other' },
      { delta: 'c' }
    ]);
  });

  it('keeps all output of a call, and the last of its other words', () => {
    const progress = (change: { text?: string; output?: string }) =>
      event({ type: 'call-progress', callId: 'c', ...change });
    expect(
      after(
        progress({ text: 'Waits', output: 'a' }),
        progress({ output: 'b' }),
        progress({ text: 'Runs' })
      )
    ).toMatchObject([{ text: 'Runs', output: 'ab' }]);
  });

  it('keeps the last of a draft, and drafts of two messages apart', () => {
    const draft = (messageId: string, characters: number) =>
      event({ type: 'call-drafted', messageId, tool: 'x', characters });
    expect(after(draft('m', 1), draft('m', 2), draft('n', 3))).toMatchObject([
      { characters: 2 },
      { characters: 3 }
    ]);
  });

  it('leaves out what only the debug view of its own tab shows', () => {
    expect(after(event({ type: 'debug', entry: {} as never }))).toEqual([]);
  });
});
