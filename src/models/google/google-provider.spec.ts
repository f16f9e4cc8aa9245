import type { AIMessageChunk } from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { askProvider, faultOf } from '../stories/ask-provider';
import { conversation } from '../stories/conversation';
import { modelChoice } from '../stories/model-choice';
import { recorded, WireServer } from '../stories/wire-server';
import { provider } from '../providers';

const googleProvider = provider('google');

let server: WireServer;

beforeAll(async () => {
  server = await WireServer.start();
});

afterAll(() => server.stop());

function gemini(changes: Partial<IModelChoice> = {}): IModelChoice {
  return modelChoice({
    provider: 'google',
    model: 'gemini-2.5-flash',
    baseUrl: server.url,
    ...changes
  });
}

const text = { body: recorded('google-text.sse') };
const ask = (choice = gemini(), options = {}): ReturnType<typeof askProvider> =>
  askProvider(googleProvider, choice, { key: 'k', ...options });

describe('a request to Gemini', () => {
  it('marks calls that Gemini 3 did not sign, once a step', async () => {
    server.answer(text);
    await ask(gemini({ model: 'gemini-3-pro-preview' }), {
      messages: conversation('after-answers')
    });
    const marks = server.requests[0].body.contents[1].parts.map(
      (part: { thoughtSignature?: string }) => part.thoughtSignature
    );
    expect(marks).toEqual(['skip_thought_signature_validator', undefined]);
  });

  it.each<[string, object | undefined]>([
    ['', undefined],
    ['shown', { includeThoughts: true, thinkingBudget: -1 }],
    ['off', { includeThoughts: false, thinkingBudget: 0 }]
  ])(
    'speaks of thinking as the person chose: "%s"',
    async (thinking, message) => {
      server.answer(text);
      await ask(gemini({ options: { thinking } }));
      const { generationConfig } = server.requests[0].body;
      expect(generationConfig.thinkingConfig).toEqual(message);
    }
  );
});

describe('an answer of Gemini', () => {
  it('that comes as a list of parts is one text, for the engine to find calls in', async () => {
    server.answer({ body: recorded('google-list.sse') });
    const message = await ask();
    expect(message.content).toBe(
      'Let me look.```json\n{"name": "jupyter_cell", "args": {"code": "1"}}\n```'
    );
  });

  it('says when there is quota again', async () => {
    const details = [{ '@type': 'RetryInfo', retryDelay: '37s' }];
    const error = { code: 429, message: 'You exceeded your quota', details };
    server.answer({ status: 429, body: JSON.stringify({ error }) });
    expect((await faultOf(ask())).facts.retryAfter).toBe(37_000);
  });
});

describe('a tool for Gemini', () => {
  it('offers tools of any schema; one that has no form there is left out, and said', async () => {
    server.answer({ body: recorded('google-text.sse') });
    const model = await googleProvider.create(gemini(), 'key');
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
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await bound.stream('Hello')) {
      whole =
        whole?.concat(chunk as AIMessageChunk) ?? (chunk as AIMessageChunk);
    }
    const [{ functionDeclarations: offered }] = server.requests[0].body.tools;
    expect(offered.map((each: { name: string }) => each.name)).toEqual([
      'search',
      'tags',
      'plain'
    ]);
    expect(offered[2]).not.toHaveProperty('parameters');
    expect(whole?.response_metadata.left_out).toEqual([
      'tool endless: Its schema refers to itself.'
    ]);
  });
});
