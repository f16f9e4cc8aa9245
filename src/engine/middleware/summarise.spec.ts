import { MemorySaver } from '@langchain/langgraph/web';
import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

import {
  DEFAULT_SETTINGS,
  type EventBody,
  type IAgentSettings
} from '../../contract';
import {
  ScriptedModel,
  historyProblems,
  type Script
} from '../../testing/scripted-model';
import { envelope } from '../calls/envelope';
import { summariseMiddleware, isWorthwhile } from './summarise';
import type { IRunOptions } from '../run/run-context';
import { TokenEvents } from '../run/stream-run';
import { tokensOf } from '../model/token-usage';
import { RECIPIENT, onlyModel, runOf } from '../stories/run-of';

const CONFIG = { configurable: { thread_id: 'thread' } };
const LONG = 'row of numbers\n'.repeat(100);

/** A conversation of steps with one long result each. */
function conversation(steps: number, result = LONG): BaseMessage[] {
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
        content: envelope('read', `${index} ${result}`),
        tool_call_id: `call-${index}`
      })
    ]).flat()
  ];
}

/** Sends one message to an agent whose only middleware is the summary. */
async function ask(
  messages: BaseMessage[],
  script: Script,
  settings: Partial<IAgentSettings> = {},
  options: Partial<IRunOptions> = {}
): Promise<{
  model: ScriptedModel;
  told: EventBody[];
  stored: BaseMessage[];
}> {
  const model = new ScriptedModel(script);
  const { run, events } = runOf(options, settings);
  run.messageId = 'answer';
  const models = onlyModel(run, model);
  const agent = createAgent({
    model,
    tools: [tool(() => LONG, { name: 'read', schema: z.object({}) })],
    checkpointer: new MemorySaver(),
    middleware: [summariseMiddleware(run, models)]
  });
  await agent.invoke({ messages } as never, {
    ...CONFIG,
    callbacks: [
      new TokenEvents(run, { streams: () => true }, event => events.push(event))
    ]
  });
  const state = await agent.graph.getState(CONFIG);
  return {
    model,
    told: events,
    stored: state.values.messages as BaseMessage[]
  };
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
      const { stored, told } = await ask(messages, [step, { text: 'Done.' }], {
        ...SMALL,
        debug: true
      });
      expect(stored).toHaveLength(messages.length + 1);
      expect(told).toMatchObject([
        {
          type: 'debug',
          entry: { kind: 'error', title: 'Could not summarise' }
        },
        { type: 'text-delta' }
      ]);
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

  /** Models with a context window of this many tokens. */
  const reads = (contextWindow: number | null): Partial<IRunOptions> => {
    const { provider, choice } = RECIPIENT;
    const abilities = { ...provider.abilities(choice), contextWindow };
    return { provider: { ...provider, abilities: () => abilities } };
  };

  const isSummarised = async (
    messages: BaseMessage[],
    options: Partial<IRunOptions>,
    // With all results, which would else be cleared at half of the window.
    settings: Partial<IAgentSettings> = {
      context: { ...DEFAULT_SETTINGS.context, keepResults: 1000 }
    }
  ): Promise<boolean> => {
    const { told } = await ask(
      messages,
      [
        ({ length }) => ({ text: length === 1 ? 'A summary.' : 'Done.' }),
        { text: 'Done.' }
      ],
      settings,
      options
    );
    return told.some(each => each.type === 'summary');
  };

  it('begins at 60 % of what the model reads at once, and no token earlier', async () => {
    const messages = conversation(15);
    const window = tokensOf(messages) / 0.6;
    const { choice } = RECIPIENT;
    const chosen = (contextWindow: number): Partial<IRunOptions> => ({
      ...reads(1_000_000),
      choice: { ...choice, contextWindow }
    });
    for (const model of [reads, chosen]) {
      const [above, below] = [Math.ceil(window) + 2, Math.floor(window) - 2];
      expect(await isSummarised(messages, model(above))).toBe(false);
      expect(await isSummarised(messages, model(below))).toBe(true);
    }
  });

  it('begins at 72,000 tokens for a model that nobody knows', async () => {
    const rest = 72_000 - tokensOf(conversation(15, ''));
    const near = (tokens: number): BaseMessage[] =>
      conversation(15, 'x'.repeat(Math.floor(((rest + tokens) * 4) / 15)));
    expect(await isSummarised(near(-50), reads(null))).toBe(false);
    expect(await isSummarised(near(50), reads(null))).toBe(true);
  });

  it('begins at 30 messages for small models, however short they are', async () => {
    const messages = conversation(15, 'ok');
    expect(messages).toHaveLength(31);
    expect(tokensOf(messages)).toBeLessThan(1000);
    // A step is two messages.
    const before = messages.slice(0, 29);
    const reached = [
      ...before,
      new HumanMessage({ id: 'last', content: 'Go on.' })
    ];
    expect(await isSummarised(before, reads(null), SMALL)).toBe(false);
    expect(await isSummarised(reached, reads(null), SMALL)).toBe(true);
    expect(await isSummarised(messages, reads(null))).toBe(false);
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
