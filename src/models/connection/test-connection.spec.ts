import { anthropicProvider } from '../anthropic/anthropic-provider';
import { isAbort } from '../errors/model-fault';
import { testConnection } from './test-connection';
import { faultOf, reasonOf } from '../stories/ask-provider';
import { modelChoice } from '../stories/model-choice';
import { WIRE_CASES } from '../stories/wire-cases';
import { WireServer } from '../stories/wire-server';

let server: WireServer;

beforeAll(async () => {
  server = await WireServer.start();
});

afterAll(() => server.stop());

const going = (): AbortSignal => new AbortController().signal;

describe('the test of a connection', () => {
  it.each(WIRE_CASES.map(each => [each.name, each] as const))(
    'asks %s one small thing, and says what answered and how fast',
    async (_name, wire) => {
      server.answer({ body: wire.body('text') });
      const choice = { ...wire.choice, baseUrl: server.url };
      const found = await testConnection(wire.provider, choice, 'k', going());
      expect(found).toEqual({
        text: 'Let me look at that. ✓',
        ms: expect.any(Number),
        model: choice.model
      });
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0].text.length).toBeLessThan(800);
      expect(server.requests[0].text).toContain('word ready');
    }
  );

  it('fails like any request', async () => {
    const claude = modelChoice({
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      baseUrl: server.url
    });
    const test = (signal = going()): Promise<unknown> =>
      testConnection(anthropicProvider, claude, 'k', signal);
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
