import type { IModelChoice } from '../../contract';
import { reasoningOf } from '../chat/reasoning';
import { askProvider, faultOf } from '../stories/ask-provider';
import { continued, conversation, stored } from '../stories/conversation';
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
  it('names the tool of each result, and keeps an image with its text', async () => {
    server.answer(text);
    await askProvider(ollamaProvider, qwen(), {
      messages: conversation('after-answers')
    });
    const { messages } = server.requests[0].body;
    expect(messages.slice(3)).toEqual([
      { role: 'tool', content: 'one', tool_name: 'jupyter_cell' },
      { role: 'tool', content: 'two', tool_name: 'read_file' },
      { role: 'user', content: 'The images:', images: ['AAAA'] }
    ]);
    expect(messages[2].tool_calls).toMatchObject([
      { function: { name: 'jupyter_cell', arguments: { code: '1' } } },
      { function: { name: 'read_file', arguments: { path: 'a.csv' } } }
    ]);
  });

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
  it('tells its thoughts apart from its text', async () => {
    server.answer({ body: recorded('ollama-thinking.ndjson') });
    const message = await askProvider(ollamaProvider, qwen());
    expect(reasoningOf(message)).toBe('First the columns.');
    expect(message.content).toBe('Let me look.');
  });

  it('goes back with its thoughts', async () => {
    server.answer({ body: recorded('ollama-thinking.ndjson') }, text);
    const answer = await askProvider(ollamaProvider, qwen());
    await askProvider(ollamaProvider, qwen(), {
      messages: continued(stored(ollamaProvider, answer))
    });
    expect(server.requests[1].body.messages[1]).toMatchObject({
      role: 'assistant',
      thinking: reasoningOf(answer)
    });
  });

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

describe('the list of models of Ollama', () => {
  it('is what is installed', async () => {
    const models = [{ name: 'qwen3:8b' }, { name: 'gpt-oss:20b' }];
    server.answer({ body: JSON.stringify({ models }) });
    expect(await ollamaProvider.list!(qwen(), undefined)).toEqual([
      'gpt-oss:20b',
      'qwen3:8b'
    ]);
    expect(server.requests[0].path).toBe('/api/tags');
  });
});
