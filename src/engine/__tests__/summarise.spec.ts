import { MemorySaver } from '@langchain/langgraph/web';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

import { DEFAULT_SETTINGS } from '../../contract';
import type { EventBody, IAgentSettings } from '../../contract';
import { ScriptedModel, historyProblems } from '../../testing/scripted-model';
import type { Script } from '../../testing/scripted-model';
import { envelope } from '../envelope';
import { summariseMiddleware } from '../middleware/summarise';
import { readStreamPart } from '../stream-events';
import { isWorthwhile, summaryTrigger } from '../summary';
import { runOf } from './run-of';

const CONFIG = { configurable: { thread_id: 'thread' } };
const LONG = 'row of numbers\n'.repeat(100);

/** A conversation of steps with one long result each. */
function conversation(steps: number): BaseMessage[] {
  return [
    new HumanMessage({ id: 'task', content: 'Explore the penguins.' }),
    ...Array.from({ length: steps }, (_, index) => [
      new AIMessage({
        id: `ai-${index}`,
        content: '',
        tool_calls: [{ id: `call-${index}`, name: 'read', args: {} }]
      }),
      new ToolMessage({
        id: `tool-${index}`,
        content: envelope('read', `${index} ${LONG}`),
        tool_call_id: `call-${index}`
      })
    ]).flat()
  ];
}

/** Sends one message to an agent that has nothing but the summary. */
async function ask(
  messages: BaseMessage[],
  script: Script,
  settings: Partial<IAgentSettings> = {}
): Promise<{
  model: ScriptedModel;
  told: EventBody[];
  stored: BaseMessage[];
}> {
  const model = new ScriptedModel(script);
  const { run, told } = runOf({}, settings);
  run.messageId = 'answer';
  const agent = createAgent({
    model,
    tools: [tool(() => LONG, { name: 'read', schema: z.object({}) })],
    checkpointer: new MemorySaver(),
    middleware: [summariseMiddleware(run, model)]
  });
  const stream = await agent.stream({ messages } as never, {
    ...CONFIG,
    streamMode: ['updates', 'messages', 'custom']
  });
  for await (const part of stream) {
    told.push(
      ...readStreamPart(part as unknown as [string, unknown], 'answer').events
    );
  }
  const state = await agent.graph.getState(CONFIG);
  return { model, told, stored: state.values.messages as BaseMessage[] };
}

const SMALL: Partial<IAgentSettings> = {
  summary: { trigger: 'small', keep: 10 }
};

describe('summarising a conversation', () => {
  it('replaces older messages by a summary and keeps the last ten', async () => {
    const messages = conversation(20);
    const { model, stored } = await ask(
      messages,
      [{ text: 'The person wants penguins.' }, { text: 'Done.' }],
      SMALL
    );
    expect(stored).toHaveLength(1 + 10 + 1);
    expect(stored[0].text).toBe(
      'Summary of the conversation so far:\n\nThe person wants penguins.'
    );
    expect(stored.slice(1, 11).map(each => each.id)).toEqual(
      messages.slice(-10).map(each => each.id)
    );
    expect(historyProblems(stored)).toEqual([]);
    expect(model.requests[0][0].text).toContain('Explore the penguins.');
    expect(model.requests[1].map(each => each.text)[0]).toContain(
      'Summary of the conversation so far'
    );
  });

  it('never splits a call from its answer', async () => {
    for (const keep of [3, 4, 5, 10, 11]) {
      const { stored } = await ask(
        conversation(20),
        [{ text: 'A summary.' }, { text: 'Done.' }],
        { summary: { trigger: 'small', keep } }
      );
      expect(historyProblems(stored)).toEqual([]);
      expect(stored.length - 2).toBeGreaterThanOrEqual(keep);
      expect(stored.length - 2).toBeLessThanOrEqual(keep + 1);
    }
  });

  it('tells the thread once, and nothing of it as the agent’s own words', async () => {
    const { told } = await ask(
      conversation(20),
      [{ text: 'The person wants penguins.' }, { text: 'Done.' }],
      SMALL
    );
    expect(told).toEqual([
      { type: 'summary', text: 'The person wants penguins.', messages: 31 },
      { type: 'text-delta', messageId: 'answer', delta: 'Done.' }
    ]);
  });

  it('summarises what would be sent and keeps what was stored', async () => {
    const { model, stored } = await ask(
      conversation(30),
      [{ text: 'A summary.' }, { text: 'Done.' }],
      {
        summary: { trigger: 'small', keep: 10 },
        context: { ...DEFAULT_SETTINGS.context, keepResults: 0 }
      }
    );
    expect(model.requests[0][0].text).toContain('The rest was cleared');
    expect(
      stored.filter(each => each.type === 'tool').map(each => each.text)
    ).toEqual(
      [25, 26, 27, 28, 29].map(index => envelope('read', `${index} ${LONG}`))
    );
  });

  it('takes an earlier summary into the next one', async () => {
    const first = await ask(
      conversation(20),
      [{ text: 'Task: penguins.' }, { text: 'Done.' }],
      SMALL
    );
    const { model, stored } = await ask(
      [...first.stored, ...conversation(20).slice(1).map(renamed)],
      [{ text: 'Task: still penguins.' }, { text: 'Done.' }],
      SMALL
    );
    expect(model.requests[0][0].text).toContain('Task: penguins.');
    expect(
      stored.filter(each => each.text.startsWith('Summary of'))
    ).toHaveLength(1);
  });

  it.each([
    ['fails', { error: new Error('no') }],
    ['is empty', { text: ' ' }]
  ])(
    'leaves the conversation as it is when the summary %s',
    async (_, step) => {
      const warn = jest.spyOn(console, 'warn').mockImplementation();
      const messages = conversation(20);
      const { stored, told } = await ask(
        messages,
        [step, { text: 'Done.' }],
        SMALL
      );
      expect(stored).toHaveLength(messages.length + 1);
      expect(told.map(each => each.type)).toEqual(['text-delta']);
      expect(warn).toHaveBeenCalled();
      warn.mockRestore();
    }
  );

  it.each([
    ['it is short', conversation(3), SMALL],
    [
      'it is switched off',
      conversation(60),
      { summary: { trigger: 'off' as const, keep: 10 } }
    ]
  ])('does nothing when %s', async (_, messages, settings) => {
    const { stored } = await ask(messages, [{ text: 'Done.' }], settings);
    expect(stored).toHaveLength(messages.length + 1);
  });

  it('begins at 60 % of the window, at 24,000 tokens where it is not known', () => {
    expect(summaryTrigger('window', 100_000)).toEqual({ tokens: 60_000 });
    expect(summaryTrigger('window', null)).toEqual({ tokens: 24_000 });
    expect(summaryTrigger('small', 100_000)).toEqual([
      { tokens: 8000 },
      { messages: 30 }
    ]);
    expect(summaryTrigger('off', 100_000)).toBeNull();
  });

  it('waits until enough would go, so that it is not made at each step', () => {
    const messages = conversation(6);
    expect(isWorthwhile(messages, 10)).toBe(false);
    expect(isWorthwhile(messages, 9)).toBe(true);
  });
});

/** The same conversation once more: ids are never used twice. */
function renamed(message: BaseMessage): BaseMessage {
  if (ToolMessage.isInstance(message)) {
    return new ToolMessage({
      content: message.text,
      tool_call_id: `again-${message.tool_call_id}`
    });
  }
  const calls = (message as AIMessage).tool_calls ?? [];
  return new AIMessage({
    content: '',
    tool_calls: calls.map(call => ({ ...call, id: `again-${call.id}` }))
  });
}
