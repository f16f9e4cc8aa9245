import type { AgentCommand, AgentEvent, EventBody } from '../../contract';
import { stillWanted } from './still-wanted';

const events = (...bodies: EventBody[]): AgentEvent[] =>
  bodies.map(body => ({ ...body, threadId: 't', time: 1 }));
const base = { threadId: 't' };
const SAID = events({ type: 'user-message', messageId: 'm', text: 'x' });

describe('what is left of a command whose tab is gone', () => {
  it.each<[string, AgentCommand]>([
    ['start', { ...base, type: 'start', messageId: 'm', text: 'x' }],
    ['queue', { ...base, type: 'queue', messageId: 'm', text: 'x' }]
  ])('%s: the message, unless it was said', (_, command) => {
    expect(stillWanted(command, [])).toEqual(command);
    expect(stillWanted(command, SAID)).toBeNull();
  });

  it('resume: the decisions of which nothing was told', () => {
    const decided = (callId: string, interruptId = 'i') =>
      events({
        type: 'review-decided',
        interruptId,
        callId,
        decision: { type: 'approve' },
        by: 'person'
      });
    const command: AgentCommand = {
      ...base,
      type: 'resume',
      interruptId: 'i',
      decisions: { a: { type: 'approve' }, b: { type: 'approve' } },
      hashes: { a: '1', b: '2' }
    };
    expect(stillWanted(command, decided('a'))).toMatchObject({
      decisions: { b: { type: 'approve' } }
    });
    expect(stillWanted(command, decided('a', 'earlier'))).toEqual(command);
    expect(stillWanted(command, [...decided('a'), ...decided('b')])).toBeNull();
  });

  it('answer: itself, unless its card is closed', () => {
    const command: AgentCommand = {
      ...base,
      type: 'answer',
      interruptId: 'i',
      answer: { confirmed: true }
    };
    expect(stillWanted(command, [])).toEqual(command);
    expect(
      stillWanted(
        command,
        events({
          type: 'interrupt-closed',
          interruptId: 'i',
          answer: { confirmed: true },
          by: 'person'
        })
      )
    ).toBeNull();
  });

  it.each<AgentCommand>([
    { ...base, type: 'stop' },
    { ...base, type: 'retry' },
    { ...base, type: 'undo', runId: 'r', items: [] },
    { ...base, type: 'fork', from: { messageId: 'm' } },
    { ...base, type: 'queue', messageId: 'm', text: null }
  ])('$type: nothing; the person sees it, and can ask again', command => {
    expect(stillWanted(command, [])).toBeNull();
  });
});
