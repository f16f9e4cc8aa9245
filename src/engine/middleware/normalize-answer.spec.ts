import { AIMessage, HumanMessage } from '@langchain/core/messages';

import type { EventBody } from '../../contract';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import { callModel, type IModelRequest } from '../stories/call-model';
import { FINAL } from '../stories/plain-tools';
import { notingRun } from '../stories/run-of';
import { normalizeAnswerMiddleware } from './normalize-answer';

/** Asks a model that gives these answers, one after the other. */
async function ask(...answers: AIMessage[]): Promise<{
  answer: AIMessage;
  sent: IModelRequest[];
  events: EventBody[];
  messageId: string;
  givenUp: string | null;
}> {
  const { run, events } = notingRun({
    tools: new Map([[FINAL_ANSWER, FINAL]])
  });
  const { answer, sent } = await callModel(
    normalizeAnswerMiddleware(run, {
      instructions: '',
      isStep: false,
      answer: run
    }),
    { messages: [new HumanMessage('go')] },
    (_, index) => answers[index]
  );
  const { messageId, calls } = run;
  return { answer, sent, events, messageId, givenUp: calls.leftOpen };
}

const call = (id: string): AIMessage =>
  new AIMessage({
    content: 'Looking.',
    tool_calls: [{ id, name: 'look', args: {}, type: 'tool_call' }]
  });

describe('the answer of a model', () => {
  it('gets our ids, and is told under them', async () => {
    const { answer, events, messageId } = await ask(call('call_0'));
    expect(messageId).toBe(answer.id);
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
    expect(givenUp).toBeNull();
  });

  it('is ours at the third that is empty: it ends the run', async () => {
    const empty = new AIMessage('');
    const { answer, sent, givenUp } = await ask(empty, empty, empty);
    expect(sent).toHaveLength(3);
    expect(answer.tool_calls).toMatchObject([
      { name: FINAL_ANSWER, id: givenUp }
    ]);
  });
});
