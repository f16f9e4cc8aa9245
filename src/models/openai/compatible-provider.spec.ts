import { type IModelChoice } from '../../contract';
import { askProvider } from '../stories/ask-provider';
import { modelChoice } from '../stories/model-choice';
import { server, useWireServer } from '../stories/wire-server';
import { provider } from '../providers';

const compatibleProvider = provider('compatible');

const CHUNK = { choices: [{ delta: { content: 'Hi' } }] };
const BODY = `data: ${JSON.stringify(CHUNK)}\n\ndata: [DONE]\n\n`;

useWireServer();

function choice(changes: Partial<IModelChoice> = {}): IModelChoice {
  return modelChoice({
    provider: 'compatible',
    baseUrl: `${server.url}/v1`,
    ...changes
  });
}

describe('a server that speaks OpenAI’s protocol', () => {
  it('is sent the key as Azure wants it, with the version of the API, where the person says so', async () => {
    server.answer({ body: BODY }, { body: '{"data": [{"id": "gpt"}]}' });
    const azure = choice({
      options: { keyHeader: 'api-key', apiVersion: '2024-10-21' }
    });
    await askProvider(compatibleProvider, azure, { key: 'secret' });
    await compatibleProvider.list!(azure, 'secret');
    for (const { headers, path } of server.requests) {
      expect(headers['api-key']).toBe('secret');
      expect(headers).not.toHaveProperty('authorization');
      expect(path).toMatch(/\?api-version=2024-10-21$/);
    }
  });

  it.each([
    ['https://me.openai.azure.com/openai/v1', 'api-key', undefined],
    [
      'https://me.openai.azure.com/openai/deployments/gpt',
      'api-key',
      '2024-10-21'
    ],
    ['https://openrouter.ai/api/v1', undefined, undefined]
  ])(
    'at %s is asked by "%s" and version %s',
    async (baseUrl, header, version) => {
      const spy = jest
        .spyOn(globalThis, 'fetch')
        .mockResolvedValue(new Response('{"data": []}'));
      await compatibleProvider.list!(choice({ baseUrl }), 'k');
      const [[url, init]] = spy.mock.calls;
      spy.mockRestore();
      expect([
        Object.keys(init?.headers ?? {})[0],
        new URL(String(url)).searchParams.get('api-version') ?? undefined
      ]).toEqual([header ?? 'authorization', version]);
    }
  );
});
