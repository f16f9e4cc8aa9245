import {
  AIMessageChunk,
  HumanMessage,
  SystemMessage
} from '@langchain/core/messages';

import {
  type IAsk,
  askProvider,
  everything,
  faultOf
} from '../stories/ask-provider';
import { modelChoice } from '../stories/model-choice';
import {
  type IWireAnswer,
  server,
  useWireServer
} from '../stories/wire-server';
import { provider } from '../providers';

const openaiProvider = provider('openai');
const compatibleProvider = provider('compatible');

const CALLS = ['print("é😀 \u2028")\n', '2 + 2'].map(code => ({
  name: 'jupyter_cell',
  args: { code }
}));

useWireServer();

const ask = (baseUrl = server.url, options?: IAsk) =>
  askProvider(openaiProvider, modelChoice({ baseUrl }), options);

function answer(reply: IWireAnswer, options?: IAsk): Promise<AIMessageChunk> {
  server.answer(reply);
  return ask(server.url, options);
}

const data = (payload: object): string =>
  `data: ${JSON.stringify(payload)}\n\n`;

/** One event of a stream. */
const event = (delta: object | null, rest: object = {}): string =>
  data({ choices: [{ delta, ...rest }] });

const DONE = event({}, { finish_reason: 'stop' }) + 'data: [DONE]\n\n';
const HI = { body: event({ content: 'Hi' }) + DONE };

/** The pieces of calls, without what some servers leave out. */
function streamed(without: readonly string[]): string {
  const pieces = CALLS.flatMap(({ name, args }, index) => {
    const text = JSON.stringify(args);
    return [
      { id: `call_${index}`, function: { name, arguments: '' } },
      { function: { arguments: text.slice(0, 9) } },
      { function: { arguments: text.slice(9) } }
    ].map(piece => ({ index, ...piece }));
  }).map(piece =>
    Object.fromEntries(
      Object.entries(piece).filter(([name]) => !without.includes(name))
    )
  );
  const role = without.includes('role') ? {} : { role: 'assistant' };
  return [role, ...pieces.map(piece => ({ tool_calls: [piece] }))]
    .map(delta => event(delta))
    .concat(DONE)
    .join('');
}

describe('an answer of an OpenAI-compatible server', () => {
  it.each([
    ['without a role', streamed(['role'])],
    ['without indexes', streamed(['index'])],
    ['without ids', streamed(['id'])],
    ['without any of them', streamed(['role', 'index', 'id'])],
    [
      'as one JSON answer',
      JSON.stringify({
        choices: [
          {
            message: {
              tool_calls: CALLS.map(({ name, args }) => ({
                function: { name, arguments: JSON.stringify(args) }
              }))
            }
          }
        ]
      })
    ]
  ])('keeps its tool calls when it comes %s', async (_name, body) => {
    const message = await answer({ body });
    expect(message).toBeInstanceOf(AIMessageChunk);
    expect(message.tool_calls).toMatchObject(CALLS);
    const ids = message.tool_calls!.map(call => call.id);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every(Boolean)).toBe(true);
    expect(message.invalid_tool_calls).toEqual([]);
    expect(message.content).toBe('');
  });

  const call = (rest: object): object => ({
    role: 'assistant',
    tool_calls: [{ index: 0, id: 'a', function: { name: 'f', ...rest } }]
  });

  it.each<[string, string[]]>([
    [
      'the role comes late',
      [
        event({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f' } }] }),
        event({ role: 'assistant' }),
        event({
          tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }]
        })
      ]
    ],
    [
      'the role is empty or null',
      [
        event({ role: '', content: null }),
        event({ ...call({ arguments: '{"x":1}' }), role: null })
      ]
    ],
    ['arguments are an object', [event(call({ arguments: { x: 1 } }))]],
    [
      'data goes over several lines',
      [
        `data: ${JSON.stringify({ choices: [{ delta: call({ arguments: '{"x":1}' }) }] }, null, 1).replace(/\n/g, '\ndata: ')}\n\n`
      ]
    ],
    [
      'no blank line stands between events',
      [event({ role: 'assistant' }), event(call({ arguments: '{"x":1}' }))].map(
        text => text.replace('\n\n', '\n')
      )
    ],
    [
      'the whole message stands where the delta should',
      [data({ choices: [{ message: call({ arguments: '{"x":1}' }) }] })]
    ],
    [
      'it is a legacy function call',
      [
        event({ function_call: { name: 'f', arguments: '{"x"' } }),
        event({ function_call: { arguments: ':1}' } })
      ]
    ],
    [
      'each piece repeats the name and the id',
      [event(call({ arguments: '{"x"' })), event(call({ arguments: ':1}' }))]
    ],
    [
      'each piece has a new id',
      [
        event(call({ arguments: '{"x"' })),
        event({
          tool_calls: [{ index: 0, id: 'b', function: { arguments: ':1}' } }]
        })
      ]
    ]
  ])('is understood when %s', async (_name, raw) => {
    const message = await answer({ body: [...raw, DONE] });
    expect(message.tool_calls).toMatchObject([{ name: 'f', args: { x: 1 } }]);
    expect(message.invalid_tool_calls).toEqual([]);
  });

  it('is never taken for an earlier answer with the same id', async () => {
    const choices = [{ delta: { content: 'Hi' } }];
    const body = [data({ id: 'same', choices }), DONE];
    const first = await answer({ body });
    const second = await answer({ body });
    expect(first.id).not.toBe('same');
    expect(first.id).not.toBe(second.id);
  });

  it('counts tokens once when each chunk tells them', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2 };
    const chunk = data({ choices: [{ delta: { content: 'x' } }], usage });
    const message = await answer({ body: [chunk, chunk, chunk, DONE] });
    expect(message.usage_metadata).toMatchObject({
      input_tokens: 7,
      total_tokens: 9
    });
  });

  it('is whole with a finish reason alone, or with the end mark alone', async () => {
    const text = event({ content: 'Hi' });
    const reason = event({}, { finish_reason: 'stop' });
    expect((await answer({ body: [text, reason] })).content).toBe('Hi');
    expect((await answer({ body: [text, 'data: [DONE]'] })).content).toBe('Hi');
  });
});

it('a request holds plain texts where there are only texts, and parts where there is an image', async () => {
  server.answer(HI);
  const model = await openaiProvider.create(
    modelChoice({ baseUrl: server.url }),
    undefined
  );
  const image = {
    type: 'image_url',
    image_url: { url: 'data:image/png;base64,AAAA' }
  };
  await model.invoke([
    new SystemMessage({ content: ['a', 'b'].map(textPart) }),
    new HumanMessage({ content: [textPart('look'), image] })
  ]);
  const { messages } = server.requests[0].body;
  expect(messages.map(({ content }: { content: unknown }) => content)).toEqual([
    'a\nb',
    [textPart('look'), image]
  ]);
});

describe('a fault of the server', () => {
  const error = (message: string, rest: object = {}): object => ({
    error: { message, ...rest }
  });

  const quota = { code: 'insufficient_quota' };
  const html = '<html><title>504 Gateway Time-out</title></html>';

  it.each<[number, string | object, string]>([
    [403, 'Forbidden', 'wrong-key'],
    [400, [error('API key not valid.', { code: 400 })], 'wrong-key'],
    [400, error('foo/bar is not a valid model ID'), 'unknown-model'],
    [200, error('No such model: x'), 'unknown-model'],
    [404, { detail: 'Not Found' }, 'other'],
    [413, '<html></html>', 'context-too-long'],
    [429, error('You exceeded your current quota', quota), 'refused'],
    [402, error('Insufficient credits'), 'refused'],
    [400, error('top_p is not supported'), 'refused'],
    [504, html, 'server-error'],
    [500, error('Request timed out'), 'server-error'],
    [200, 'It works!', 'not-json'],
    [200, { status: 'ok' }, 'not-json']
  ])('of status %i with %j is told as %s', async (status, body, code) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const fault = await faultOf(answer({ status, body: text }));
    expect(fault.code).toBe(code);
  });

  const hi = event({ content: 'Hi' });
  const overloaded = data(error('Overloaded', { code: 503 }));
  const slow = data(error('Slow down', { type: 'rate_limit_exceeded' }));
  const upstream = { code: 502, message: 'upstream' };
  const choice = { error: upstream, finish_reason: 'error' };

  it.each<[string, string | string[], string]>([
    ['broken chunk', ['data: {"choices": [}\n\n', DONE], 'not-json'],
    ['error', [hi, overloaded], 'server-error'],
    ['rate limit', slow, 'rate-limit'],
    ['error of one choice', data({ choices: [choice] }), 'server-error'],
    ['end in mid-chunk', [hi, 'data: {"choi'], 'cut-stream'],
    ['end after its beginning', event({ role: 'assistant' }), 'cut-stream']
  ])('in the stream is told as what it is: %s', async (_, body, code) => {
    expect((await faultOf(answer({ body }))).code).toBe(code);
  });

  it.each<[string, Record<string, string>, object, number]>([
    ['seconds', { 'retry-after': '3' }, {}, 3000],
    ['milliseconds', { 'retry-after-ms': '250', 'retry-after': '1' }, {}, 250],
    ['words', {}, error('Please try again in 1.5s.'), 1500]
  ])('says when to come back, from %s', async (_name, headers, body, wait) => {
    const fault = await faultOf(
      answer({ status: 429, headers, body: JSON.stringify(body) })
    );
    expect(fault.facts.retryAfter).toBe(wait);
    expect(fault.retryable).toBe(true);
  });

  it('says when to come back, from a date', async () => {
    const date = new Date(Date.now() + 1_000_000).toUTCString();
    const fault = await faultOf(
      answer({ status: 429, headers: { 'retry-after': date } })
    );
    expect(fault.facts.retryAfter).toBeGreaterThan(800_000);
    expect(fault.facts.retryAfter).toBeLessThanOrEqual(1_000_000);
  });

  it('is told before a key that no header can hold is sent', async () => {
    const fault = await faultOf(answer(HI, { key: 'sk-a\nb' }));
    expect(fault.code).toBe('wrong-key');
    expect(everything(fault)).not.toContain('sk-a');
  });
});

const DOCUMENT = {
  cookie: 'a=b; _xsrf=2|token; c=d',
  getElementById: () => null
};

describe('a route on the Jupyter server’s own origin', () => {
  const page = globalThis as { document?: unknown; location?: unknown };

  afterEach(() => {
    delete page.document;
    delete page.location;
  });

  it('is asked with the token against forged requests, which no other server gets', async () => {
    server.answer(HI, HI);
    page.document = DOCUMENT;
    page.location = { origin: server.url, protocol: 'http:' };
    await ask('/v1');
    page.location = { origin: 'http://elsewhere', protocol: 'http:' };
    await ask();
    const tokens = server.requests.map(({ headers }) => headers['x-xsrftoken']);
    expect(tokens).toEqual(['2|token', undefined]);
  });

  it('is asked for a stream, and without the token where a proxy would pass it on', async () => {
    page.document = DOCUMENT;
    page.location = { origin: server.url, protocol: 'http:' };
    server.answer({ status: 404 });
    await faultOf(ask('/proxy/8000/v1'));
    const [{ headers, path }] = server.requests;
    expect(path).toBe('/proxy/8000/v1/chat/completions');
    expect(headers.accept).toBe('text/event-stream');
    expect(headers['x-xsrftoken']).toBeUndefined();
  });
});

it('the address is OpenAI’s where none is given, and has to be given for other servers', async () => {
  const choice = modelChoice({});
  expect(openaiProvider.host(choice)).toBe('api.openai.com');
  expect(compatibleProvider.host(choice)).toBe('');
  const model = compatibleProvider.create(choice, undefined);
  expect((await faultOf(model)).code).toBe('address');
});

function textPart(text: string): { type: 'text'; text: string } {
  return { type: 'text', text };
}
