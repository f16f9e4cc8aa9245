import { ServedModel } from '../../testing/served-model';
import { askServer } from './ask-model';

const store = new Map<string, string>();
let server: ServedModel;

beforeAll(() => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value)
    }
  });
});

afterEach(() => server.close());

const factsOf = (model: string) => ({
  provider: 'compatible',
  host: 'example.org',
  baseUrl: 'https://example.org/v1',
  model
});

const request = (body: object) => ({
  url: ServedModel.ADDRESS,
  body: JSON.stringify(body)
});

const TOOL = { type: 'function', function: { name: 'f' } };

interface ICase {
  says: string;
  sent: object;
  then: object;
}

const CASES: Record<string, ICase> = {
  'max_tokens is left out where its newer name is wanted': {
    says: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    sent: { model: 'm', max_tokens: 100 },
    then: { model: 'm' }
  },
  'max_completion_tokens is left out where its older name is wanted': {
    says: 'Unknown parameter: max_completion_tokens. Use max_tokens instead.',
    sent: { model: 'm', max_completion_tokens: 100 },
    then: { model: 'm' }
  },
  'max_tokens is left out': {
    says: 'body.max_tokens: extra fields not permitted',
    sent: { model: 'm', max_tokens: 100 },
    then: { model: 'm' }
  },
  'max_completion_tokens is left out': {
    says: 'Unrecognized request argument supplied: max_completion_tokens',
    sent: { model: 'm', max_completion_tokens: 100 },
    then: { model: 'm' }
  },
  'parallel_tool_calls is left out': {
    says: "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
    sent: { model: 'm', parallel_tool_calls: false },
    then: { model: 'm' }
  },
  'stream_options is left out': {
    says: 'Unrecognized request argument supplied: stream_options',
    sent: { model: 'm', stream_options: { include_usage: true } },
    then: { model: 'm' }
  },
  'strict is left out of a tool’s function': {
    says: 'tools.0.function.strict: Extra inputs are not permitted',
    sent: { tools: [{ ...TOOL, function: { name: 'f', strict: true } }] },
    then: { tools: [TOOL] }
  },
  'strict is left out of a tool': {
    says: 'Unknown parameter: tools[0].strict',
    sent: { tools: [{ type: 'function', name: 'f', strict: true }] },
    then: { tools: [{ type: 'function', name: 'f' }] }
  }
};

describe('a request with a field that the server refuses', () => {
  it.each(Object.entries(CASES))(
    '%s, after one more request, and from then on, also after a reload',
    async (model, { says, sent, then }) => {
      const error = { status: 400, body: { error: { message: says } } };
      server = new ServedModel([error, { text: 'Hi.' }, { text: 'Hi.' }]);
      const facts = factsOf(model);
      await askServer(request(sent), facts);
      expect(server.requests).toEqual([sent, then]);
      // The modules of another page.
      await jest.isolateModulesAsync(async () => {
        const other = await import('./ask-model');
        await other.askServer(request(sent), facts);
      });
      expect(server.requests.slice(2)).toEqual([then]);
    }
  );

  it('is sent whole to another model, and to another server', async () => {
    const sent = { max_tokens: 100 };
    const facts = factsOf('max_tokens is left out');
    for (const other of [
      { model: 'other' },
      { baseUrl: 'https://example.com/v1' }
    ]) {
      server = new ServedModel([{ text: 'Hi.' }]);
      await askServer(request(sent), { ...facts, ...other });
      expect(server.requests).toEqual([sent]);
      server.close();
    }
  });
});
