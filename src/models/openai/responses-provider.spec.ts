import type { IModelChoice } from '../../contract';
import { askProvider } from '../stories/ask-provider';
import { continued, stored } from '../stories/conversation';
import { modelChoice } from '../stories/model-choice';
import { recorded, WireServer } from '../stories/wire-server';
import { provider } from '../providers';

const responsesProvider = provider('openai-responses');

let server: WireServer;

beforeAll(async () => {
  server = await WireServer.start();
});

afterAll(() => server.stop());

function gpt(changes: Partial<IModelChoice> = {}): IModelChoice {
  return modelChoice({
    provider: 'openai-responses',
    model: 'gpt-5-mini',
    baseUrl: `${server.url}/v1`,
    options: { summary: true, effort: 'low' },
    ...changes
  });
}

const text = { body: recorded('responses-text.sse') };

describe('a request to the responses API', () => {
  it('stores nothing there, and asks for thoughts that can be sent back', async () => {
    server.answer(text);
    await askProvider(responsesProvider, gpt());
    const [{ path, body }] = server.requests;
    expect(path).toBe('/v1/responses');
    expect(body).toMatchObject({
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
      tools: [{ type: 'function', name: 'jupyter_cell' }]
    });
  });

  it('does not speak of thinking to a model that does not think', async () => {
    server.answer(text);
    await askProvider(responsesProvider, gpt({ model: 'gpt-4.1' }));
    expect(server.requests[0].body).not.toHaveProperty('reasoning');
    expect(server.requests[0].body).not.toHaveProperty('include');
  });
});

describe('an answer of the responses API', () => {
  it('goes back with all of them, each where it was', async () => {
    const thought = (id: string) => ({
      id,
      type: 'reasoning',
      summary: [],
      encrypted_content: id
    });
    const call = {
      id: 'fc_1',
      type: 'function_call',
      status: 'completed',
      call_id: 'call_1',
      name: 'jupyter_cell',
      arguments: '{"code":"1"}'
    };
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'I look.', annotations: [] }]
    };
    const output = [thought('a'), message, thought('b'), call];
    const events = [
      { type: 'response.output_item.added', output_index: 1, item: message },
      {
        type: 'response.output_text.delta',
        output_index: 1,
        content_index: 0,
        item_id: 'msg_1',
        delta: 'I look.'
      },
      { type: 'response.output_item.added', output_index: 3, item: call },
      {
        type: 'response.completed',
        response: { id: 'r', model: 'gpt-5-mini', status: 'completed', output }
      }
    ];
    server.answer(
      {
        body: events.map(each => `data: ${JSON.stringify(each)}\n\n`).join('')
      },
      text
    );
    const answer = await askProvider(responsesProvider, gpt());
    await askProvider(responsesProvider, gpt(), {
      messages: continued(stored(responsesProvider, answer))
    });
    expect(server.requests[1].body.input.slice(1, 5)).toMatchObject([
      { type: 'reasoning', encrypted_content: 'a' },
      { type: 'message', content: [{ text: 'I look.' }] },
      { type: 'reasoning', encrypted_content: 'b' },
      { type: 'function_call', call_id: '33333333-cccc' }
    ]);
  });
});
