import { AIMessage, HumanMessage } from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { askProvider } from '../stories/ask-provider';
import { continued, conversation, stored } from '../stories/conversation';
import { modelChoice } from '../stories/model-choice';
import { recorded, WireServer } from '../stories/wire-server';
import { provider } from '../providers';

const anthropicProvider = provider('anthropic');

const CACHED = { cache_control: { type: 'ephemeral' } };

let server: WireServer;

beforeAll(async () => {
  server = await WireServer.start();
});

afterAll(() => server.stop());

function claude(changes: Partial<IModelChoice> = {}): IModelChoice {
  return modelChoice({
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    baseUrl: server.url,
    ...changes
  });
}

const text = { body: recorded('anthropic-text.sse') };

describe('a request to Anthropic', () => {
  it('marks the system prompt and the last message for the cache', async () => {
    server.answer(text);
    await askProvider(anthropicProvider, claude(), {
      key: 'k',
      messages: conversation('in-place')
    });
    const { system, messages } = server.requests[0].body;
    expect(system).toEqual([
      { type: 'text', text: 'You are an agent.', ...CACHED }
    ]);
    expect(messages.at(-1).content.at(-1)).toMatchObject(CACHED);
    const marks = server.requests[0].text.match(/cache_control/g);
    expect(marks).toHaveLength(2);
  });

  it('leaves out texts without a character, which it refuses', async () => {
    server.answer(text);
    await askProvider(anthropicProvider, claude(), {
      key: 'k',
      messages: [
        new HumanMessage('Hello'),
        new AIMessage(''),
        new HumanMessage(' \n'),
        new HumanMessage('Go on')
      ]
    });
    expect(
      server.requests[0].body.messages.map(
        (message: { content: { text: string }[] }) => message.content[0].text
      )
    ).toEqual(['Hello', 'Go on']);
  });

  it('does not speak of thinking unless the person wants it', async () => {
    server.answer(text, text, text);
    const options = { thinking: true };
    for (const choice of [
      claude(),
      claude({ options, temperature: 0.5 }),
      claude({ options, model: 'claude-sonnet-5' })
    ]) {
      await askProvider(anthropicProvider, choice, { key: 'k' });
    }
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies[0]).not.toHaveProperty('thinking');
    expect(bodies[1].thinking).toEqual({
      type: 'enabled',
      budget_tokens: 8000
    });
    expect(bodies[1].max_tokens).toBeGreaterThan(8000);
    expect(bodies[1]).not.toHaveProperty('temperature');
    expect(bodies[2].thinking).toEqual({ type: 'adaptive' });
  });

  it('goes to /v1/messages, also for an address that ends in /v1', async () => {
    server.answer(text);
    await askProvider(
      anthropicProvider,
      claude({ baseUrl: `${server.url}/v1/` }),
      { key: 'k' }
    );
    expect(server.requests[0].path).toBe('/v1/messages');
  });
});

describe('an answer of Anthropic', () => {
  const options = { thinking: true };

  it('goes back with thoughts between its text and its calls where they were', async () => {
    const blocks = [
      { type: 'thinking', thinking: 'One.', signature: 'A' },
      { type: 'text', text: 'I look.' },
      { type: 'thinking', thinking: 'Two.', signature: 'B' },
      { type: 'tool_use', id: 't', name: 'jupyter_cell', input: {} }
    ];
    const empty = { thinking: '', signature: '', text: '' };
    const deltas = (block: Record<string, unknown>) =>
      block.type === 'thinking'
        ? [
            { type: 'thinking_delta', thinking: block.thinking },
            { type: 'signature_delta', signature: block.signature }
          ]
        : block.type === 'text'
          ? [{ type: 'text_delta', text: block.text }]
          : [{ type: 'input_json_delta', partial_json: '{"code":"1"}' }];
    const events = [
      {
        type: 'message_start',
        message: { id: 'm', role: 'assistant', content: [], usage: {} }
      },
      ...blocks.flatMap((block, index) => [
        {
          type: 'content_block_start',
          index,
          content_block: Object.fromEntries(
            Object.entries({ ...block }).map(([name, value]) => [
              name,
              name in empty ? '' : value
            ])
          )
        },
        ...deltas(block).map(delta => ({
          type: 'content_block_delta',
          index,
          delta
        })),
        { type: 'content_block_stop', index }
      ]),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: {} },
      { type: 'message_stop' }
    ];
    const body = events
      .map(each => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`)
      .join('');
    server.answer({ body }, text);
    const thinks = claude({ options });
    const answer = await askProvider(anthropicProvider, thinks, { key: 'k' });
    await askProvider(anthropicProvider, thinks, {
      key: 'k',
      messages: continued(stored(anthropicProvider, answer))
    });
    expect(server.requests[1].body.messages[1].content).toMatchObject([
      blocks[0],
      blocks[1],
      blocks[2],
      { type: 'tool_use', id: '33333333-cccc', input: { code: '1' } }
    ]);
  });
});
