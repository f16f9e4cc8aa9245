import { type IModelChoice, ENGLISH } from '../../contract';
import {
  refusalsOf,
  rememberRefusals
} from '../../contract/models/model-refusals';
import { isAbort } from '../errors/model-fault';
import { testConnection } from './test-connection';
import { faultOf, reasonOf } from '../stories/ask-provider';
import { modelChoice } from '../stories/model-choice';
import { WIRE_CASES } from '../stories/wire-cases';
import { server, useWireServer } from '../stories/wire-server';
import { until } from '../../testing/until';
import type { IModelProvider } from '../provider/model-provider';
import { provider } from '../providers';

const anthropicProvider = provider('anthropic');

useWireServer();

const going = (): AbortSignal => new AbortController().signal;

/** A provider whose models tell when a piece of an answer was read. */
function watched(
  provider: IModelProvider,
  onPiece: () => void
): IModelProvider {
  return {
    ...provider,
    async create(choice, key) {
      const model = await provider.create(choice, key);
      const stream = model._streamResponseChunks.bind(model);
      model._streamResponseChunks = async function* (...args) {
        for await (const chunk of stream(...args)) {
          yield chunk;
          onPiece();
        }
      };
      return model;
    }
  };
}

/** The part of an answer up to its first text, and the rest. */
function inTwo(body: string): string[] {
  const blank = body.includes('\n\n') ? '\n\n' : '\n';
  const end = body.indexOf(blank, body.indexOf('Let me look')) + blank.length;
  return [body.slice(0, end), body.slice(end)];
}

describe('the test of a connection', () => {
  const checked = async (
    wire: Pick<(typeof WIRE_CASES)[number], 'provider' | 'choice'>,
    choice: Partial<IModelChoice> = {}
  ) => {
    const { text, checks } = await testConnection(
      wire.provider,
      { ...wire.choice, baseUrl: server.url, ...choice },
      'k',
      going(),
      ENGLISH
    );
    const found = Object.fromEntries(checks.map(each => [each.title, each]));
    return { text, found };
  };

  it.each(WIRE_CASES.map(each => [each.name, each] as const))(
    'has a model of %s call a tool, and read its result',
    async (_name, wire) => {
      let now = 0;
      jest.spyOn(performance, 'now').mockImplementation(() => now);
      let isRead = false;
      const pause = async (): Promise<void> => {
        await until(() => isRead);
        now += 1_000;
      };
      server.answer(
        { body: inTwo(wire.body('calls')), pause },
        { body: wire.body('text') }
      );
      const { text, found } = await checked(
        {
          ...wire,
          provider: watched(wire.provider, () => {
            isRead = true;
          })
        },
        { images: true }
      );
      expect(text).toMatch(/ answered in \d+\.\d s\.$/);
      for (const title of ['Tools', 'Results', 'Streaming', 'Pictures']) {
        expect(found[title]).toMatchObject({ title, ok: true });
      }
      expect(server.requests).toHaveLength(2);
      expect(server.requests[0].text).toContain('check_connection');
      expect(server.requests[1].text).toContain('ready');
    }
  );

  const [openai] = WIRE_CASES;
  const long = 'data: {"choices":[{"delta":{"content":"' + 'a'.repeat(99);
  const end = '"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

  it.each([
    ['no call', 'Tools', false, 'without calling', `${long}${end}`],
    [
      'a call as text',
      'Tools',
      false,
      'as text',
      `${long}check_connection${end}`
    ],
    ['all at once', 'Streaming', false, 'all at once', `${long}${end}`],
    ['nothing called', 'Results', null, 'Not checked', `${long}${end}`],
    ['no thinking', 'Thinking', null, 'showed none', `${long}${end}`]
  ])('says what does not work: %s', async (_, title, ok, words, body) => {
    server.answer({ body });
    const { found } = await checked(openai);
    expect(found[title]).toMatchObject({ ok });
    expect(found[title].text).toContain(words);
  });

  it('says that results are refused, and why', async () => {
    const refusal = { error: { message: 'No tool messages here.' } };
    server.answer(
      { body: openai.body('calls') },
      { status: 400, body: JSON.stringify(refusal) }
    );
    const { found } = await checked(openai);
    expect(found.Results.ok).toBe(false);
    expect(found.Results.text).toContain('No tool messages here.');
  });

  it('goes on without a picture where one is refused', async () => {
    const refusal = { error: { message: 'image_url is not supported' } };
    server.answer(
      { status: 400, body: JSON.stringify(refusal) },
      { body: openai.body('calls') },
      { body: openai.body('text') }
    );
    const { found } = await checked(openai, { images: true });
    expect([found.Pictures.ok, found.Results.ok]).toEqual([false, true]);
  });

  it('tries again what was refused before, pictures too', async () => {
    const [wire] = WIRE_CASES;
    const choice = { ...wire.choice, baseUrl: server.url };
    rememberRefusals(choice, ['images', 'stream_options']);
    server.answer({ body: wire.body('calls') }, { body: wire.body('text') });
    await checked(wire);
    expect(server.requests[0].body).toHaveProperty('stream_options');
    expect(refusalsOf(choice)).toEqual([]);
  });

  it('fails like any request', async () => {
    const claude = modelChoice({
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      baseUrl: server.url
    });
    const test = (signal = going()): Promise<unknown> =>
      testConnection(anthropicProvider, claude, 'k', signal, ENGLISH);
    const [wire] = WIRE_CASES.filter(({ name }) => name === 'Anthropic');
    const [status, body] = wire.errors.key;
    server.answer({ status, body: JSON.stringify(body) });
    expect((await faultOf(test())).code).toBe('wrong-key');
    server.answer({ body: wire.body('empty') });
    expect((await faultOf(test())).code).toBe('empty-answer');
    server.answer({ hang: true });
    expect(isAbort(await reasonOf(test(AbortSignal.timeout(50))))).toBe(true);
  });
});
