import type { AIMessageChunk } from '@langchain/core/messages';

import {
  askProvider,
  everything,
  faultOf,
  reasonOf,
  type IAsk
} from './ask-provider';
import { ENGLISH, type IModelChoice, type ModelFault } from '../../contract';
import { explainFault } from '../errors/explain-fault';
import { isAbort } from '../errors/model-fault';
import { reasoningOf } from '../chat/reasoning';
import { continued, conversation, stored } from './conversation';
import { WIRE_CASES } from './wire-cases';
import { inPackets, server, useWireServer, WireServer } from './wire-server';
import { nextTask } from '../../contract/util/next-task';
import { until } from '../../testing/until';

const KEY = 'secret+key/0123456789==';

/** Headers that Node's own fetch adds; a browser adds its own. */
const NODE_HEADERS = [
  'host',
  'connection',
  'accept',
  'accept-language',
  'sec-fetch-mode',
  'user-agent',
  'accept-encoding',
  'content-length'
];

let outside: string[];
const realFetch = globalThis.fetch;

useWireServer();

beforeEach(() => {
  outside = [];
  globalThis.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith(server.url)) {
      outside.push(url);
    }
    return realFetch(input, init);
  };
});

afterEach(() => {
  globalThis.fetch = realFetch;
  expect(outside).toEqual([]);
});

describe.each(WIRE_CASES)('$name', wire => {
  const choice = (changes: Partial<IModelChoice> = {}): IModelChoice => ({
    ...wire.choice,
    baseUrl: server.url,
    ...changes
  });
  const ask = (
    options: IAsk = {},
    changes?: Partial<IModelChoice>
  ): Promise<AIMessageChunk> =>
    askProvider(wire.provider, choice(changes), { key: KEY, ...options });

  it('streams text piece by piece, with token counts and a reason', async () => {
    server.answer({ body: wire.body('text') });
    const texts: string[] = [];
    const message = await ask({
      onChunk: chunk => texts.push(String(chunk.content))
    });
    expect(message.content).toBe('Let me look at that. ✓');
    expect(texts.filter(Boolean)).toEqual(['Let me look ', 'at that. ✓']);
    expect(message.usage_metadata?.input_tokens).toBe(142);
    expect(message.usage_metadata?.input_token_details?.cache_read ?? 0).toBe(
      wire.provider.id === 'ollama' ? 0 : 100
    );
    expect(message.usage_metadata?.output_tokens).toBeGreaterThan(8);
    expect(message.response_metadata.finish_reason).toBe('stop');
  });

  it('gives calls at once as separate calls, with whole arguments, in packets that end anywhere', async () => {
    server.answer({ body: inPackets(wire.body('calls')), pause: nextTask });
    const message = await ask();
    expect(message.content).toBe('Let me look at that. ✓');
    expect(message.tool_calls).toMatchObject([
      { name: 'jupyter_cell', args: { code: 'print("é😀")\n' } },
      { name: 'jupyter_cell', args: { code: '2 + 2' } }
    ]);
    const ids = message.tool_calls!.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it('may be empty: the engine decides what to do', async () => {
    server.answer({ body: wire.body('empty') });
    const message = await ask();
    expect(message.content).toBe('');
    expect(message.tool_calls).toEqual([]);
  });

  it('asks where it should, sends no header that a plain server refuses, and the key in its header alone', async () => {
    server.answer({ body: wire.body('text') });
    await ask();
    const [{ path, method, headers, text }] = server.requests;
    const [name, prefix] = wire.key;
    expect(headers[name]).toBe(prefix + KEY);
    const others = Object.values({ ...headers, [name]: '' }).join();
    expect(others + path + text).not.toContain(KEY);
    expect([method, path]).toEqual(['POST', wire.path]);
    const added = Object.keys(headers).filter(
      each => !NODE_HEADERS.includes(each)
    );
    expect(added.sort()).toEqual(wire.headers);
  });

  it('lists the models that answer, sorted, asked with its headers', async () => {
    const [path, body, names] = wire.list;
    server.answer({ body: JSON.stringify(body) });
    const slashed = choice({ baseUrl: `${server.url}/` });
    expect(await wire.provider.list!(slashed, KEY)).toEqual(names);
    const [request] = server.requests;
    expect(request.path).toBe(path);
    const [name, prefix] = wire.key;
    expect(request.headers[name]).toBe(prefix + KEY);
    expect(Object.keys(request.headers)).toEqual(
      expect.arrayContaining(
        wire.headers.filter(each => each !== 'content-type')
      )
    );
  });

  const { sent, thoughts } = wire;
  if (sent) {
    it('holds calls, results and images in their places, under our ids', async () => {
      server.answer({ body: wire.body('text') });
      await ask({ messages: conversation(wire.provider.images) });
      expect(server.requests[0].body).toMatchObject(sent);
    });
  }

  if (thoughts) {
    const {
      options = wire.choice.options,
      others = [],
      secret = ''
    } = thoughts;
    it('tells thoughts apart from text; they go back where they were, to the same model alone', async () => {
      const answers = [{}, ...others].map(() => ({ body: wire.body('text') }));
      server.answer({ body: thoughts.body }, ...answers);
      const answer = await ask({}, { options });
      expect(reasoningOf(answer)).toBe(thoughts.shown);
      expect(answer.content).toBe(thoughts.text);
      const messages = continued(stored(wire.provider, answer));
      for (const changes of [{}, ...others]) {
        await ask({ messages }, { options, ...changes });
      }
      const [, back, ...elsewhere] = server.requests;
      expect(back.body).toMatchObject(thoughts.returned);
      expect(back.text).toContain(secret);
      expect(elsewhere).toHaveLength(others.length);
      for (const { text } of elsewhere) {
        expect(text).not.toContain(secret);
      }
    });
  }

  it('holds the key nowhere that can be logged or stored', async () => {
    const model = await wire.provider.create(choice(), KEY);
    expect(
      everything(model) +
        JSON.stringify(model) +
        JSON.stringify(model._identifyingParams())
    ).not.toContain(KEY);
  });

  it('offers the tools, and sets the person’s temperature, else 0 where the model takes one', async () => {
    server.answer({ body: wire.body('text') }, { body: wire.body('text') });
    await ask();
    await ask({}, { temperature: 0.5 });
    const [without, with_] = server.requests;
    expect(without.text).toContain('"jupyter_cell"');
    expect(without.text).toContain('"code"');
    expect(without.text.includes('"temperature":0')).toBe(
      /claude-sonnet-4-5|gemini-2.5/.test(wire.choice.model)
    );
    expect(with_.text).toContain('"temperature":0.5');
  });

  it.each([
    ['key', 'wrong-key'],
    ['model', 'unknown-model'],
    ['rate', 'rate-limit']
  ] as const)('tells a fault of the %s as what it is', async (kind, code) => {
    const [status, body] = wire.errors[kind];
    server.answer({ status, body: JSON.stringify(body) });
    const fault = await faultOf(ask());
    expect(fault.code).toBe(code);
    expect(fault.facts.host).toBe(server.host);
    expect(fault.facts.model).toBe(wire.choice.model);
    expect(server.requests).toHaveLength(1);
  });

  it('tells a cut stream, wherever it is cut', async () => {
    const whole = wire.body('calls');
    const half = whole.slice(0, Math.floor(whole.length / 2));
    for (const answer of [{ body: half }, { body: half, cut: true }]) {
      server.answer(answer);
      expect((await faultOf(ask())).code).toBe('cut-stream');
    }
  });

  it('tells a log-in page from an answer', async () => {
    server.answer({ body: '<html><title>Sign in</title></html>' });
    const fault = await faultOf(ask());
    expect([fault.code, fault.facts.page]).toEqual(['not-json', 'Sign in']);
    expect(explainFault(fault, ENGLISH).text).toContain(
      `${server.host} sent a web page (“Sign in”) instead of a model’s answer.`
    );
  });

  it.each([
    ['<html><title>502 Bad Gateway</title></html>', '502 Bad Gateway'],
    ['<!doctype html><p>Sorry', '502 Bad Gateway'],
    ['<title>Oops</title>', 'Oops']
  ])(
    'tells a failure of the server, names a web page that came with it (%s), and asks once: repeating is the engine’s',
    async (body, page) => {
      server.answer({ status: 502, body });
      const fault = await faultOf(ask());
      expect(fault.code).toBe('server-error');
      expect(server.requests).toHaveLength(1);
      const { text } = explainFault(fault, ENGLISH);
      expect(text).toContain(
        `sent a web page (“${page}”) instead of a model’s answer.`
      );
      expect(text).not.toContain('It said');
    }
  );

  it.each([301, 302, 303, 307, 308])(
    'follows no redirect (%i), neither for an answer nor for the list of models',
    async status => {
      const other = await WireServer.start();
      const headers = { location: `${other.url}/elsewhere` };
      server.answer({ status, headers }, { status, headers });
      const fault = await faultOf(ask());
      const listed =
        wire.provider.list &&
        (await faultOf(wire.provider.list(choice(), KEY)));
      const seen = other.requests.length;
      await other.stop();
      expect(fault.code).toBe('redirect');
      expect(listed?.code).toBe('redirect');
      expect(explainFault(fault, ENGLISH).text).toContain(
        'Enter the final address'
      );
      expect(seen).toBe(0);
    }
  );

  it('tells an answer in which nothing came, with the tokens that were sent', async () => {
    server.answer({ body: '' });
    const fault = await faultOf(ask());
    expect(fault.code).toBe('nothing-came');
    const { sentTokens = 0 } = fault.facts;
    const { text } = server.requests[0];
    expect(sentTokens).toBe(Math.ceil(text.length / 4));
    expect(explainFault(fault, ENGLISH)).toMatchObject({
      summarise: true,
      text: expect.stringContaining(
        `About ${sentTokens.toLocaleString('en')} tokens were sent (an estimate)`
      )
    });
  });

  it('tells a server that cannot be reached', async () => {
    const fault = await faultOf(ask({}, { baseUrl: 'http://127.0.0.1:9' }));
    expect([fault.code, fault.facts.host]).toEqual([
      'unreachable',
      '127.0.0.1:9'
    ]);
    outside = [];
  });

  it.each([400, 500, 200])(
    'never holds the key in a fault (%i), however the server repeats it',
    async status => {
      const message = `Invalid key ${KEY} in "Authorization: Bearer ${KEY}"`;
      const error = JSON.stringify({ error: { message } });
      for (const body of [error, `data: ${error}\n\n`, message]) {
        server.answer({ status, body });
        const fault = await faultOf(ask());
        expect(everything(fault)).not.toContain(KEY);
        expect(fault.detail).toContain('Invalid key');
      }
    }
  );

  it('fails to list the models like any request', async () => {
    const list = (baseUrl: string): Promise<ModelFault> =>
      faultOf(wire.provider.list!(choice({ baseUrl }), KEY));
    const [status, body] = wire.errors.key;
    server.answer(
      { status, body: JSON.stringify(body) },
      { body: '<html><title>Sign in</title></html>' }
    );
    expect((await list(server.url)).code).toBe('wrong-key');
    expect((await list(server.url)).code).toBe('not-json');
    expect((await list('http://127.0.0.1:9')).code).toBe('unreachable');
    outside = [];
  });

  it('ends as a stop when it is stopped before the answer, and the server sees it', async () => {
    server.answer({ hang: true });
    const abort = new AbortController();
    const asked = reasonOf(ask({ signal: abort.signal }));
    await until(() => server.requests.length > 0);
    abort.abort();
    expect(isAbort(await asked)).toBe(true);
    await until(() => server.requests[0].gone);
  });

  it('ends as a stop when it is stopped in mid-answer, and the server sees it', async () => {
    const whole = wire.body('calls');
    const half = whole.slice(0, Math.floor(whole.length / 2));
    server.answer({ body: half, open: true });
    const abort = new AbortController();
    const asked = ask({ signal: abort.signal, onChunk: () => abort.abort() });
    expect(isAbort(await reasonOf(asked))).toBe(true);
    await until(() => server.requests[0].gone);
  });

  it('comes to an end when the answer is whole but the line stays open', async () => {
    if (wire.provider.id === 'google') {
      // Its answers end with the connection; token counts may come last.
      return;
    }
    server.answer({ body: wire.body('text'), open: true });
    expect((await ask()).content).toBe('Let me look at that. ✓');
  });
});
