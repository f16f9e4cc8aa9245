import { temperatureOf } from './temperature';
import { askProvider, faultOf } from '../stories/ask-provider';
import { modelChoice } from '../stories/model-choice';
import { WireServer } from '../stories/wire-server';
import { provider } from '../providers';

const compatibleProvider = provider('compatible');

const of = (model: string, own = {}): number | null =>
  temperatureOf(modelChoice({ provider: 'compatible', model, ...own }));

describe('the temperature', () => {
  it.each([
    'gpt-4o',
    'gpt-4.1-mini',
    'gpt-5-chat-latest',
    'gemini-2.5-flash',
    'claude-3-5-haiku-latest',
    'claude-sonnet-4-5',
    'claude-opus-4-20250514',
    'claude-opus-4-6',
    'llama3.3',
    'meta-llama/Llama-3.1-8B-Instruct',
    'qwen2.5-coder:7b',
    'Qwen/Qwen3-Coder-30B-A3B-Instruct',
    'mistral-small3.2',
    'my-own-model'
  ])('is 0 for %s', model => {
    expect(of(model)).toBe(0);
  });

  it.each([
    'o3-mini',
    'openai/o1',
    'gpt-5-mini',
    'openai/gpt-5.4',
    'gpt-oss:20b',
    'gemini-3-pro-preview',
    'claude-opus-4-7',
    'anthropic/claude-sonnet-5',
    'qwen3:8b',
    'Qwen/Qwen3-235B-A22B-Thinking-2507',
    'deepseek-r1:7b',
    'deepseek-reasoner',
    'magistral-small'
  ])('is left to %s', model => {
    expect(of(model)).toBeNull();
    expect(of(model, { temperature: 0.3 })).toBe(0.3);
  });

  it.each([
    ['gpt-4o', null, 0.5],
    ['gpt-4o', 0.2, 0.2],
    ['o3-mini', null, null],
    ['o3-mini', 1, 1]
  ])(
    'of a request for %s is its own where the person set none (%s): %s',
    (model, temperature, sent) => {
      expect(of(model, { temperature, usualTemperature: 0.5 })).toBe(sent);
    }
  );

  it('is left to a model that was told to think, and to one behind a name of the person’s', () => {
    const options = { thinking: true };
    expect(of('claude-sonnet-4-5', { options })).toBeNull();
    expect(
      of('analysis', { baseUrl: 'https://r.openai.azure.com/openai/v1' })
    ).toBeNull();
  });

  it.each([
    ['ours', {}, [0, undefined], null],
    ['that of a request', { usualTemperature: 0.5 }, [0.5, undefined], null],
    ['the person’s, which is told', { temperature: 0.5 }, [0.5], 'refused']
  ])(
    'is taken back once where the server refuses it: %s',
    async (_, own, sent, code) => {
      const server = await WireServer.start();
      const message = "'temperature' is not supported with this model.";
      server.answer(
        { status: 400, body: JSON.stringify({ error: { message } }) },
        {
          body: 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
        }
      );
      const asked = askProvider(
        compatibleProvider,
        modelChoice({
          provider: 'compatible',
          model: 'my-own-model',
          baseUrl: server.url,
          ...own
        })
      );
      if (code) {
        expect((await faultOf(asked)).code).toBe(code);
      } else {
        expect((await asked).content).toBe('Hi');
      }
      await server.stop();
      expect(server.requests.map(({ body }) => body.temperature)).toEqual(sent);
    }
  );
});
