import { AIMessage, HumanMessage } from '@langchain/core/messages';

import { DEFAULT_SETTINGS, ENGLISH, type EventBody } from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { CellNames } from '../../tools';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import { callModel, type IModelRequest } from '../stories/call-model';
import { FINAL } from '../stories/plain-tools';
import { RECIPIENT, listener } from '../stories/run-of';
import { normalizeAnswerMiddleware } from './normalize-answer';

/** Asks a model that gives these answers, one after the other. */
async function ask(...answers: AIMessage[]): Promise<{
  answer: AIMessage;
  sent: IModelRequest[];
  events: EventBody[];
  messageIds: string[];
  givenUp: string[];
}> {
  const { events, emit, note } = listener();
  const notebook = new FakeNotebook();
  const messageIds: string[] = [];
  const givenUp: string[] = [];
  const { answer, sent } = await callModel(
    normalizeAnswerMiddleware({
      settings: () => DEFAULT_SETTINGS,
      recipient: () => RECIPIENT,
      keepsTodos: true,
      tools: new Map([[FINAL_ANSWER, FINAL]]),
      read: async () => [],
      findNumbers: async () => [],
      signal: new AbortController().signal,
      trans: ENGLISH,
      emit,
      note,
      names: new CellNames(new Map(), () => notebook),
      onMessage: id => messageIds.push(id),
      outcomeOf: async () => undefined,
      onCut: () => undefined,
      onGivenUp: id => givenUp.push(id)
    }),
    { messages: [new HumanMessage('go')] },
    (_, index) => answers[index]
  );
  return { answer, sent, events, messageIds, givenUp };
}

const call = (id: string): AIMessage =>
  new AIMessage({
    content: 'Looking.',
    tool_calls: [{ id, name: 'look', args: {}, type: 'tool_call' }]
  });

describe('the answer of a model', () => {
  it('gets our ids, and is told under them', async () => {
    const { answer, events, messageIds } = await ask(call('call_0'));
    expect(messageIds).toEqual([answer.id]);
    const callId = answer.tool_calls?.[0].id;
    expect(callId).not.toBe('call_0');
    expect(events).toMatchObject([
      { type: 'model-started', messageId: answer.id },
      { type: 'model-message', messageId: answer.id, text: 'Looking.' },
      { type: 'call-proposed', messageId: answer.id, callId, tool: 'look' },
      { type: 'usage' }
    ]);
  });

  it('is asked for again where it is empty, and says why', async () => {
    const { answer, sent, events, givenUp } = await ask(
      new AIMessage(''),
      new AIMessage('Hello.')
    );
    expect(answer.text).toBe('Hello.');
    expect(sent).toHaveLength(2);
    expect(sent[1].messages.at(-1)?.text).toContain('was empty');
    expect(events.filter(({ type }) => type === 'model-retry')).toHaveLength(1);
    expect(givenUp).toEqual([]);
  });

  it('is ours at the third that is empty: it ends the run', async () => {
    const empty = new AIMessage('');
    const { answer, sent, givenUp } = await ask(empty, empty, empty);
    expect(sent).toHaveLength(3);
    expect(answer.tool_calls).toMatchObject([
      { name: FINAL_ANSWER, id: givenUp[0] }
    ]);
  });
});
