import type { IModelChoice } from '../../contract';
import { askProvider, faultOf } from '../stories/ask-provider';
import { modelChoice } from '../stories/model-choice';
import { recorded, WireServer } from '../stories/wire-server';
import { provider } from '../providers';

const ollamaProvider = provider('ollama');

let server: WireServer;

beforeAll(async () => {
  server = await WireServer.start();
});

afterAll(() => server.stop());

function qwen(changes: Partial<IModelChoice> = {}): IModelChoice {
  return modelChoice({
    provider: 'ollama',
    model: 'qwen3:8b',
    baseUrl: server.url,
    ...changes
  });
}

const text = { body: recorded('ollama-text.ndjson') };

describe('a request to Ollama', () => {
  it('asks for a context that our prompt fits in', async () => {
    server.answer(text, text, text);
    for (const choice of [
      qwen(),
      qwen({ options: { numCtx: 32_000 } }),
      qwen({ contextWindow: 8_000, options: { numCtx: 32_000 } })
    ]) {
      await askProvider(ollamaProvider, choice);
    }
    expect(server.requests.map(({ body }) => body.options.num_ctx)).toEqual([
      16_384, 32_000, 8_000
    ]);
  });

  it('speaks of thinking only when the person chose', async () => {
    server.answer(text, text, text);
    for (const think of ['', 'on', 'off']) {
      await askProvider(ollamaProvider, qwen({ options: { think } }));
    }
    expect(server.requests.map(({ body }) => body.think)).toEqual([
      undefined,
      true,
      false
    ]);
  });

  it('needs no key, and has no header for one then', async () => {
    server.answer(text);
    await askProvider(ollamaProvider, qwen({ baseUrl: `${server.url}/v1` }));
    const [{ headers, path }] = server.requests;
    expect(headers).not.toHaveProperty('authorization');
    expect(path).toBe('/api/chat');
  });
});

describe('an answer of Ollama', () => {
  it('may have several calls in one line', async () => {
    server.answer({ body: recorded('ollama-calls-at-once.ndjson') });
    const message = await askProvider(ollamaProvider, qwen());
    expect(message.tool_calls).toMatchObject([
      { args: { code: 'print("é😀")\n' } },
      { args: { code: '2 + 2' } }
    ]);
  });

  it('of a model that cannot call tools is told in its words', async () => {
    const error = 'registry.ollama.ai/library/gemma3 does not support tools';
    server.answer({ status: 400, body: JSON.stringify({ error }) });
    const fault = await faultOf(askProvider(ollamaProvider, qwen()));
    expect([fault.code, fault.detail]).toEqual(['refused', error]);
  });
});
