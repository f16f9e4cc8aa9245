import type { AIMessageChunk } from '@langchain/core/messages';

import type { IModelChoice } from '../../contract';
import { reasoningOf } from '../chat/reasoning';
import { askProvider, faultOf, TOOL } from '../stories/ask-provider';
import { continued, conversation, stored } from '../stories/conversation';
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
  it('holds calls and results by our ids, and images after all of them', async () => {
    server.answer(text);
    await ask(gemini(), { messages: conversation('after-answers') });
    const { systemInstruction, contents, tools } = server.requests[0].body;
    expect(systemInstruction.parts).toEqual([{ text: 'You are an agent.' }]);
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'Explore penguins.csv' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: {
              id: '11111111-aaaa',
              name: 'jupyter_cell',
              args: { code: '1' }
            }
          },
          {
            functionCall: {
              id: '22222222-bbbb',
              name: 'read_file',
              args: { path: 'a.csv' }
            }
          }
        ]
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: '11111111-aaaa',
              name: 'jupyter_cell',
              response: { result: 'one' }
            }
          },
          {
            functionResponse: {
              id: '22222222-bbbb',
              name: 'read_file',
              response: { result: 'two' }
            }
          }
        ]
      },
      {
        role: 'user',
        parts: [
          { text: 'The images:' },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
        ]
      }
    ]);
    expect(tools[0].functionDeclarations[0]).toEqual(TOOL.function);
  });

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
  it('tells its thoughts apart from its text', async () => {
    server.answer({ body: recorded('google-thoughts.sse') });
    const message = await ask();
    expect(reasoningOf(message)).toBe('First the columns.');
    expect(message.content).toBe('Let me look.');
    expect(message.tool_calls).toMatchObject([{ args: { code: '2 + 2' } }]);
  });

  it('goes back with its signatures, each at its own part', async () => {
    server.answer({ body: recorded('google-thoughts.sse') }, text);
    const message = stored(googleProvider, await ask());
    await ask(gemini(), { messages: continued(message) });
    const [, { parts }] = server.requests[1].body.contents;
    expect(parts).toEqual([
      { text: 'Let me look.', thoughtSignature: 'dGV4dA==' },
      {
        functionCall: {
          id: '33333333-cccc',
          name: 'jupyter_cell',
          args: { code: '2 + 2' }
        },
        thoughtSignature: 'c2ln'
      }
    ]);
  });

  it('goes to another model without them', async () => {
    server.answer({ body: recorded('google-thoughts.sse') }, text);
    const messages = continued(stored(googleProvider, await ask()));
    await ask(gemini({ model: 'gemini-2.5-pro' }), { messages });
    expect(server.requests[1].text).not.toContain('c2ln');
  });

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

describe('the list of models of Gemini', () => {
  it('has those that answer, without their folder', async () => {
    const models = [
      {
        name: 'models/gemini-b',
        supportedGenerationMethods: ['generateContent']
      },
      { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
      { name: 'models/gemini-a' }
    ];
    server.answer({ body: JSON.stringify({ models }) });
    expect(await googleProvider.list!(gemini(), 'secret')).toEqual([
      'gemini-a',
      'gemini-b'
    ]);
    const [{ path, headers }] = server.requests;
    expect(path).toBe('/v1beta/models?pageSize=1000');
    expect(headers['x-goog-api-key']).toBe('secret');
  });

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
