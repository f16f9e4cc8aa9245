import type { IEmbeddings, IModelChoice } from '../../contract';
import { provider } from '../providers';
import { askWhole } from '../connection/small-requests';
import { modelChoice } from './model-choice';
import { server, useWireServer } from './wire-server';

/**
 * Vectors of texts: what each provider sends and to whom, and how invalid
 * answers are handled.
 */

useWireServer();

interface ICase {
  id: string;
  path: string;
  key: string;
  /** An answer with two vectors. */
  body: object;
  sent: object;
}

const OPENAI = {
  data: [
    { index: 0, embedding: [1, 0] },
    { index: 1, embedding: [0.5, 0.5] }
  ]
};
const ASKED = {
  model: 'small',
  input: ['one', 'two'],
  encoding_format: 'float'
};

const CASES: ICase[] = [
  ...['openai', 'openai-responses', 'compatible'].map(id => ({
    id,
    path: '/v1/embeddings',
    key: 'authorization',
    body: OPENAI,
    sent: ASKED
  })),
  {
    id: 'ollama',
    path: '/v1/embeddings',
    key: '',
    body: OPENAI,
    sent: ASKED
  },
  {
    id: 'google',
    path: '/v1beta/models/small:batchEmbedContents',
    key: 'x-goog-api-key',
    body: { embeddings: [{ values: [1, 0] }, { values: [0.5, 0.5] }] },
    sent: {
      requests: ['one', 'two'].map(text => ({
        model: 'models/small',
        content: { parts: [{ text }] },
        outputDimensionality: 768
      }))
    }
  }
];

const choiceOf = (id: string): IModelChoice =>
  modelChoice({
    provider: id,
    model: 'small',
    baseUrl: id === 'google' ? server.url : `${server.url}/v1`
  });

async function create(id: string, key = 'sk-1'): Promise<IEmbeddings> {
  const make = provider(id).makeEmbeddings;
  if (!make) {
    throw new Error(`${id} makes no vectors.`);
  }
  return make(choiceOf(id), key);
}

describe.each(CASES)('vectors of texts by $id', each => {
  it('come in the order of the texts, which are all that is sent', async () => {
    server.answer({ body: JSON.stringify(each.body) });
    const vectors = await (
      await create(each.id)
    ).embedDocuments(['one', 'two']);
    expect(vectors).toEqual([
      [1, 0],
      [0.5, 0.5]
    ]);
    const [{ method, path, body, headers, text }] = server.requests;
    expect({ method, path, body }).toEqual({
      method: 'POST',
      path: each.path,
      body: each.sent
    });
    const named = Object.keys(headers).filter(name =>
      /^x-|key|auth|openai|user-agent|cookie|referer/.test(name)
    );
    expect(named.filter(name => name !== 'user-agent')).toEqual(
      ['ollama'].includes(each.id) ? ['authorization'] : [each.key]
    );
    expect(text).not.toContain('sk-1');
  });
});

it('vectors are not read on where the answer has no end', async () => {
  const piece = `"${'x'.repeat(1024 * 1024)}"`;
  server.answer({ body: Array.from({ length: 17 }, () => piece), open: true });
  const vectors = await create('openai');
  await expect(vectors.embedDocuments(['one'])).rejects.toMatchObject({
    code: 'other'
  });
});

it('an answer that does not come is not waited for', async () => {
  server.answer({ hang: true });
  await expect(
    askWhole({ url: server.url, body: '{}' }, { host: server.host }, 20)
  ).rejects.toMatchObject({
    code: 'other',
    detail: 'The server took too long to answer.'
  });
});

it('providers without them offer none', () => {
  expect(provider('anthropic').makeEmbeddings).toBeUndefined();
  expect(provider('chrome').makeEmbeddings).toBeUndefined();
});
