import { ScriptedServer } from './scripted-server';
import { until } from '../../testing/until';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});

afterAll(() => server.stop());

/** Posts messages like a client. */
function post(
  baseUrl: string,
  messages: object[] = [],
  init: RequestInit = {}
): Promise<Response> {
  return fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, messages }),
    ...init
  });
}

/** Text and arguments in a stream. */
async function message(response: Response): Promise<string> {
  const events = (await response.text()).match(/(?<=data: )\{.*/g) ?? [];
  return events
    .map(event => JSON.parse(event).choices[0]?.delta ?? {})
    .map(
      ({ content, tool_calls: calls }) =>
        content ?? calls?.[0].function.arguments ?? ''
    )
    .join('');
}

describe('the scripted model server', () => {
  it('answers each request with the next step, then with an error', async () => {
    const baseUrl = await server.script([
      { text: 'one' },
      { repeat: 2, step: { text: 'again {{n}}' } }
    ]);
    const answers = [];
    for (let i = 0; i < 3; i++) {
      answers.push(await message(await post(baseUrl)));
    }
    expect(answers).toEqual(['one', 'again 2', 'again 3']);
    const ended = await post(baseUrl);
    expect(ended.status).toBe(500);
    expect(await ended.text()).toContain('script ended');
  });

  it('puts the ids of cells that tools reported into its calls', async () => {
    const id = '0b6c0f0e-1c9d-4c6c-9d9e-2f3a4b5c6d7e';
    const baseUrl = await server.script([
      {
        calls: [
          { name: 'f', args: { first: '{{cell:1}}', last: '{{lastCell}}' } }
        ]
      }
    ]);
    const response = await post(baseUrl, [
      { role: 'user', content: 'Cell x99 is mine' },
      { role: 'tool', content: 'Cell a1b2 ran in 0.1 s. Cell a1b2 failed.' },
      { role: 'tool', content: [{ type: 'text', text: `${id} code "x"` }] }
    ]);
    expect(JSON.parse(await message(response))).toEqual({
      first: 'a1b2',
      last: id
    });
  });

  it('lets a page in with the two headers that a model needs, or not at all', async () => {
    const preflight = async (
      options: Record<string, unknown>
    ): Promise<Headers> => {
      const baseUrl = await server.script([{ text: 'x' }], options);
      return (await post(baseUrl, [], { method: 'OPTIONS', body: null }))
        .headers;
    };
    const open = await preflight({});
    expect(open.get('access-control-allow-origin')).toBe('*');
    expect(open.get('access-control-allow-headers')).toBe(
      'content-type, authorization'
    );
    const closed = await preflight({ cors: false });
    expect(closed.get('access-control-allow-origin')).toBeNull();
  });

  it('logs when it was asked and when it answered, without the key', async () => {
    const baseUrl = await server.script([
      { text: 'some words', chunkSize: 4, held: true }
    ]);
    const asked = post(baseUrl, [], { headers: { authorization: 'Bearer k' } });
    await until(async () => (await server.requests()).length > 0);
    expect((await server.requests())[0].firstByte).toBeUndefined();
    await server.releaseAnswers();
    await (await asked).text();
    const [request] = await server.requests();
    expect(request.firstByte).toBeGreaterThanOrEqual(request.time);
    expect(request.lastByte).toBeGreaterThanOrEqual(request.firstByte!);
    expect(request).toMatchObject({ hasKey: true, gone: false });
    expect(JSON.stringify(request)).not.toContain('Bearer k');
  });

  it('holds an answer, in its middle too, until it is let go', async () => {
    const baseUrl = await server.script([
      { text: 'some words', chunkSize: 4, held: 2 }
    ]);
    const reader = (await post(baseUrl))
      .body!.pipeThrough(new TextDecoderStream())
      .getReader();
    let text = '';
    while (!text.includes('some')) {
      text += (await reader.read()).value;
    }
    const rest = reader.read();
    const first = await Promise.race([rest, server.requests()]);
    expect(first).toHaveLength(1);
    await server.releaseAnswers();
    text += (await rest).value;
    expect(text).toContain(' wor');
  });

  it('tells when the client left a request that hangs', async () => {
    const baseUrl = await server.script([{ hang: true }]);
    const left = new AbortController();
    const asked = expect(
      post(baseUrl, [], { signal: left.signal })
    ).rejects.toThrow();
    await until(async () => (await server.requests()).length > 0);
    left.abort();
    await asked;
    await until(async () => (await server.requests())[0]?.gone);
  });
});
