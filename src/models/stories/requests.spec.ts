import {
  type AIMessageChunk,
  AIMessage,
  HumanMessage
} from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { provider } from '../providers';
import { type IAsk, askProvider, faultOf } from './ask-provider';
import { conversation } from './conversation';
import { modelChoice } from './model-choice';
import { WIRE_CASES } from './wire-cases';
import { recorded, server, useWireServer } from './wire-server';

/** What is true of the requests and answers of one provider alone. */
useWireServer();

const MODELS: Record<string, string> = {
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
  ollama: 'qwen3:8b',
  'openai-responses': 'gpt-5-mini'
};
const CACHED = { cache_control: { type: 'ephemeral' } };

function ask(
  id: string,
  { baseUrl = '', ...changes }: Partial<IModelChoice> = {},
  options: IAsk = {}
): Promise<AIMessageChunk> {
  const choice = modelChoice({
    provider: id,
    model: MODELS[id],
    ...changes,
    baseUrl: server.url + baseUrl
  });
  return askProvider(provider(id), choice, options);
}

const answerOf = (id: string) => ({
  body: WIRE_CASES.find(wire => wire.provider.id === id)!.body('text')
});

type Row = [
  what: string,
  id: string,
  changes: Partial<IModelChoice>,
  read: (body: any) => unknown,
  expected: unknown,
  options?: IAsk
];

const thinks = { thinking: true };
const thinking = (body: any) => body.thinking;
const geminiThinking = (body: any) => body.generationConfig.thinkingConfig;
const context = (body: any) => body.options.num_ctx;
const think = (body: any) => body.think;

it.each<Row>([
  [
    'marks the system prompt and the last message for the cache',
    'anthropic',
    {},
    body => [
      body.system,
      body.messages.at(-1).content.at(-1),
      JSON.stringify(body).match(/cache_control/g)!.length
    ],
    [
      [{ type: 'text', text: 'You are an agent.', ...CACHED }],
      expect.objectContaining(CACHED),
      2
    ],
    { messages: conversation('in-place') }
  ],
  [
    'leaves out texts without a character, which it refuses',
    'anthropic',
    {},
    body => body.messages.map((each: any) => each.content[0].text),
    ['Hello', 'Go on'],
    {
      messages: [
        new HumanMessage('Hello'),
        new AIMessage(''),
        new HumanMessage(' \n'),
        new HumanMessage('Go on')
      ]
    }
  ],
  ['does not think unasked', 'anthropic', {}, thinking, undefined],
  [
    'thinks within a budget, at no temperature',
    'anthropic',
    { options: thinks, temperature: 0.5 },
    body => [body.thinking, body.temperature, body.max_tokens > 8000],
    [{ type: 'enabled', budget_tokens: 8000 }, undefined, true]
  ],
  [
    'thinks as long as a newer model wants',
    'anthropic',
    { options: thinks, model: 'claude-sonnet-5' },
    thinking,
    { type: 'adaptive' }
  ],
  [
    'marks calls that Gemini 3 did not sign, once a step',
    'google',
    { model: 'gemini-3-pro-preview' },
    body => body.contents[1].parts.map((part: any) => part.thoughtSignature),
    ['skip_thought_signature_validator', undefined],
    { messages: conversation('after-answers') }
  ],
  [
    'thinks as it does by itself',
    'google',
    { options: { thinking: '' } },
    geminiThinking,
    undefined
  ],
  [
    'shows its thoughts',
    'google',
    { options: { thinking: 'shown' } },
    geminiThinking,
    { includeThoughts: true, thinkingBudget: -1 }
  ],
  [
    'is kept from thinking',
    'google',
    { options: { thinking: 'off' } },
    geminiThinking,
    { includeThoughts: false, thinkingBudget: 0 }
  ],
  ['has a context that our prompt fits in', 'ollama', {}, context, 16_384],
  [
    'has the context that was chosen',
    'ollama',
    { options: { numCtx: 32_000 } },
    context,
    32_000
  ],
  [
    'has no longer context than the model reads',
    'ollama',
    { contextWindow: 8_000, options: { numCtx: 32_000 } },
    context,
    8_000
  ],
  ['thinks as it will', 'ollama', { options: { think: '' } }, think, undefined],
  ['thinks', 'ollama', { options: { think: 'on' } }, think, true],
  ['does not think', 'ollama', { options: { think: 'off' } }, think, false],
  [
    'stores nothing there, and asks for thoughts that can be sent back',
    'openai-responses',
    { options: { summary: true, effort: 'low' } },
    body => [body.stream, body.store, body.include, body.reasoning],
    [
      true,
      false,
      ['reasoning.encrypted_content'],
      { effort: 'low', summary: 'auto' }
    ]
  ],
  [
    'does not speak of thinking to a model that does not think',
    'openai-responses',
    { model: 'gpt-4.1', options: { summary: true, effort: 'low' } },
    body => 'reasoning' in body || 'include' in body,
    false
  ]
])(
  'a request %s (%s, %j)',
  async (_, id, changes, read, expected, ...[options]) => {
    server.answer(answerOf(id));
    await ask(id, changes, { key: 'k', ...options });
    expect(read(server.requests[0].body)).toEqual(expected);
  }
);

it.each([
  ['anthropic', '/v1/', '/v1/messages'],
  ['ollama', '/v1', '/api/chat'],
  ['openai-responses', '/v1', '/v1/responses']
])(
  'a request to %s at %s goes to %s, without a key where there is none',
  async (id, baseUrl, path) => {
    server.answer(answerOf(id));
    await ask(id, { baseUrl });
    const [{ headers, path: asked }] = server.requests;
    expect(asked).toBe(path);
    expect(id === 'ollama' && 'authorization' in headers).toBe(false);
  }
);

describe('an answer', () => {
  it('of Gemini that comes as a list of parts is one text, for the engine to find calls in', async () => {
    server.answer({ body: recorded('google-list.sse') });
    const message = await ask('google');
    expect(message.content).toBe(
      'Let me look.```json\n{"name": "jupyter_cell", "args": {"code": "1"}}\n```'
    );
  });

  it('of Gemini says when there is quota again', async () => {
    const details = [{ '@type': 'RetryInfo', retryDelay: '37s' }];
    const error = { code: 429, message: 'You exceeded your quota', details };
    server.answer({ status: 429, body: JSON.stringify({ error }) });
    expect((await faultOf(ask('google'))).facts.retryAfter).toBe(37_000);
  });

  it('of Ollama may have several calls in one line', async () => {
    server.answer({ body: recorded('ollama-calls-at-once.ndjson') });
    expect((await ask('ollama')).tool_calls).toMatchObject([
      { args: { code: 'print("é😀")\n' } },
      { args: { code: '2 + 2' } }
    ]);
  });

  it('of an Ollama model that cannot call tools is told in its words', async () => {
    const error = 'registry.ollama.ai/library/gemma3 does not support tools';
    server.answer({ status: 400, body: JSON.stringify({ error }) });
    const fault = await faultOf(ask('ollama'));
    expect([fault.code, fault.detail]).toEqual(['refused', error]);
  });
});

it('Gemini is offered tools of any schema; one that has no form there is left out, and said', async () => {
  server.answer(answerOf('google'));
  const model = await provider('google').create(
    modelChoice({ model: MODELS.google, baseUrl: server.url }),
    'key'
  );
  const tool = (name: string, parameters: object) => ({
    type: 'function',
    function: { name, description: 'd', parameters }
  });
  const any = (type: unknown) => ({
    type: 'object',
    properties: { id: { type } }
  });
  const bound = model.bindTools!([
    tool('search', any(['string', 'integer'])),
    tool('tags', any('array')),
    tool('endless', { properties: { a: { $ref: '#' } } }),
    tool('plain', { type: 'object', properties: {} })
  ]);
  const leftOut: unknown[] = [];
  for await (const chunk of await bound.stream('Hello')) {
    leftOut.push((chunk as AIMessageChunk).response_metadata.left_out);
  }
  const [{ functionDeclarations: offered }] = server.requests[0].body.tools;
  expect(offered.map((each: { name: string }) => each.name)).toEqual([
    'search',
    'tags',
    'plain'
  ]);
  expect(offered[2]).not.toHaveProperty('parameters');
  expect(leftOut.filter(Boolean)).toEqual([
    ['tool endless: Its schema refers to itself.']
  ]);
});
