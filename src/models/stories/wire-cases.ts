import type { IModelChoice } from '../../contract';
import type { IModelProvider } from '../provider/model-provider';
import { TOOL } from './ask-provider';
import { modelChoice } from './model-choice';
import { recorded } from './wire-server';
import { provider } from '../providers';

const anthropicProvider = provider('anthropic');
const googleProvider = provider('google');
const ollamaProvider = provider('ollama');
const openaiProvider = provider('openai');
const responsesProvider = provider('openai-responses');
const compatibleProvider = provider('compatible');

/** A provider with recorded bodies of its server; the shared specs run on each. */
export interface IWireCase {
  name: string;
  provider: IModelProvider;
  choice: IModelChoice;
  /** Request path, relative to the address. */
  path: string;
  /** Headers other than those that Node itself sends. */
  headers: string[];
  /** The header for the key, and the prefix of its value. */
  key: [header: string, prefix: string];
  body(name: 'text' | 'calls' | 'empty'): string;
  /** Error bodies of the server: wrong key, missing model, too many requests. */
  errors: {
    key: [number, object];
    model: [number, object];
    rate: [number, object];
  };
  /** Its list of models: where it is asked, its body, and the names in it. */
  list: [path: string, body: object, names: string[]];
  /** What the body of a request with `conversation` holds. */
  sent?: object;
  thoughts?: IThoughts;
}

/** An answer with thoughts, `shown` to the person, and what goes back of it. */
interface IThoughts {
  body: string;
  options?: IModelChoice['options'];
  shown: string;
  text: string;
  /** What the body of the next request holds. */
  returned: object;
  /** What no other model is sent. */
  secret?: string;
  others?: Partial<IModelChoice>[];
}

const [FIRST, SECOND, ANSWERED] = [
  '11111111-aaaa',
  '22222222-bbbb',
  '33333333-cccc'
];
const any = expect.anything();
const OPENAI_LIST: IWireCase['list'] = [
  '/models',
  { data: [{ id: 'qwen' }, { id: 'llama' }, { id: 'qwen' }] },
  ['llama', 'qwen']
];

const anthropicError = (type: string, message: string): object => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_1'
});
const googleError = (
  code: number,
  status: string,
  message: string,
  details: object[] = []
): object => ({ error: { code, message, status, details } });
const openaiError = (message: string, code: string | null): object => ({
  error: { message, type: 'invalid_request_error', param: null, code }
});

const vllmError = (type: string, message: string, code: number): object => ({
  error: { message, type, param: null, code }
});

export const WIRE_CASES: IWireCase[] = [
  {
    name: 'OpenAI’s chat completions',
    provider: openaiProvider,
    choice: modelChoice({ provider: 'openai', model: 'gpt-5-mini' }),
    path: '/chat/completions',
    headers: ['authorization', 'content-type'],
    key: ['authorization', 'Bearer '],
    body: name => recorded(`openai-${name}.sse`),
    errors: {
      key: [401, openaiError('Incorrect API key provided', 'invalid_api_key')],
      model: [
        404,
        openaiError(
          'The model `x` does not exist or you do not have access to it.',
          'model_not_found'
        )
      ],
      rate: [429, openaiError('Slow down', 'rate_limit_exceeded')]
    },
    list: OPENAI_LIST
  },
  {
    name: 'vLLM, as a compatible server',
    provider: compatibleProvider,
    choice: modelChoice({ provider: 'compatible', model: 'Qwen/Qwen3-8B' }),
    path: '/chat/completions',
    headers: ['authorization', 'content-type'],
    key: ['authorization', 'Bearer '],
    body: name => recorded(`compatible-${name}.sse`),
    errors: {
      key: [401, { error: 'Unauthorized' }],
      model: [
        404,
        vllmError('NotFoundError', 'The model `x` does not exist.', 404)
      ],
      rate: [429, vllmError('TooManyRequests', 'Too many requests', 429)]
    },
    list: OPENAI_LIST
  },
  {
    name: 'OpenAI’s responses API',
    provider: responsesProvider,
    choice: modelChoice({
      provider: 'openai-responses',
      model: 'gpt-5-mini',
      options: { summary: true }
    }),
    path: '/responses',
    headers: ['authorization', 'content-type'],
    key: ['authorization', 'Bearer '],
    body: name => recorded(`responses-${name}.sse`),
    errors: {
      key: [401, openaiError('Incorrect API key provided', 'invalid_api_key')],
      model: [
        400,
        openaiError(
          'The requested model "x" does not exist.',
          'model_not_found'
        )
      ],
      rate: [429, openaiError('Slow down', 'rate_limit_exceeded')]
    },
    list: OPENAI_LIST,
    sent: {
      input: [
        any,
        any,
        {
          type: 'function_call',
          name: 'jupyter_cell',
          arguments: '{"code":"1"}',
          call_id: FIRST
        },
        {
          type: 'function_call',
          name: 'read_file',
          arguments: '{"path":"a.csv"}',
          call_id: SECOND
        },
        { type: 'function_call_output', call_id: FIRST, output: 'one' },
        {
          type: 'function_call_output',
          call_id: SECOND,
          output: [
            { type: 'input_text', text: 'two' },
            {
              type: 'input_image',
              detail: 'auto',
              image_url: 'data:image/png;base64,AAAA'
            }
          ]
        }
      ]
    },
    thoughts: {
      body: recorded('responses-reasoning.sse'),
      options: { summary: true, effort: 'low' },
      shown: 'First the columns.\n\nThen a plot.',
      text: 'I look.',
      returned: {
        input: [
          { type: 'message', role: 'user' },
          { type: 'reasoning', encrypted_content: 'Z0FBQUFB' },
          { type: 'message', content: [{ text: 'I look.' }] },
          { type: 'reasoning', encrypted_content: 'Z0FBQ0ND' },
          { type: 'function_call', call_id: ANSWERED },
          { type: 'function_call_output', call_id: ANSWERED }
        ]
      },
      secret: 'Z0FBQUFB',
      others: [{ model: 'gpt-5.4' }]
    }
  },
  {
    name: 'Anthropic',
    provider: anthropicProvider,
    choice: modelChoice({ provider: 'anthropic', model: 'claude-sonnet-4-5' }),
    path: '/v1/messages',
    headers: [
      'anthropic-dangerous-direct-browser-access',
      'anthropic-version',
      'content-type',
      'x-api-key'
    ],
    key: ['x-api-key', ''],
    body: name => recorded(`anthropic-${name}.sse`),
    errors: {
      key: [401, anthropicError('authentication_error', 'invalid x-api-key')],
      model: [404, anthropicError('not_found_error', 'model: claude-x')],
      rate: [429, anthropicError('rate_limit_error', 'Too many requests')]
    },
    list: [
      '/v1/models?limit=1000',
      { data: [{ type: 'model', id: 'claude-b' }, { id: 'claude-a' }] },
      ['claude-a', 'claude-b']
    ],
    sent: {
      messages: [
        any,
        {
          content: [
            { type: 'tool_use', id: FIRST, input: { code: '1' } },
            { type: 'tool_use', id: SECOND, input: { path: 'a.csv' } }
          ]
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: FIRST, content: 'one' },
            {
              type: 'tool_result',
              tool_use_id: SECOND,
              content: [
                { type: 'text', text: 'two' },
                {
                  type: 'image',
                  source: {
                    type: 'base64',
                    media_type: 'image/png',
                    data: 'AAAA'
                  }
                }
              ]
            }
          ]
        }
      ]
    },
    thoughts: {
      body: recorded('anthropic-thinking.sse'),
      options: { thinking: true },
      shown: 'First the columns.',
      text: 'Let me look.',
      returned: {
        messages: [
          any,
          {
            content: [
              {
                type: 'thinking',
                thinking: 'First the columns.',
                signature: 'c2lnbmVk'
              },
              { type: 'text', text: 'Let me look.' },
              { type: 'redacted_thinking', data: 'aGlkZGVu' },
              { type: 'tool_use', id: ANSWERED, input: { code: '2 + 2' } }
            ]
          },
          any
        ]
      },
      secret: 'c2lnbmVk',
      others: [{ options: {} }, { model: 'claude-opus-4-5' }]
    }
  },
  {
    name: 'Google Gemini',
    provider: googleProvider,
    choice: modelChoice({ provider: 'google', model: 'gemini-2.5-flash' }),
    path: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    headers: ['content-type', 'x-goog-api-key'],
    key: ['x-goog-api-key', ''],
    body: name => recorded(`google-${name}.sse`),
    errors: {
      key: [
        400,
        googleError(
          400,
          'INVALID_ARGUMENT',
          'API key not valid. Please pass a valid API key.'
        )
      ],
      model: [
        404,
        googleError(
          404,
          'NOT_FOUND',
          'models/gemini-x is not found for API version v1beta, or is not supported for generateContent.'
        )
      ],
      rate: [
        429,
        googleError(
          429,
          'RESOURCE_EXHAUSTED',
          'You exceeded your current quota, please check your plan and billing details.',
          [{ '@type': 'google.rpc.RetryInfo', retryDelay: '37s' }]
        )
      ]
    },
    list: [
      '/v1beta/models?pageSize=1000',
      {
        models: [
          {
            name: 'models/gemini-b',
            supportedGenerationMethods: ['generateContent']
          },
          {
            name: 'models/embed',
            supportedGenerationMethods: ['embedContent']
          },
          { name: 'models/gemini-a' }
        ]
      },
      ['gemini-a', 'gemini-b']
    ],
    sent: {
      systemInstruction: { parts: [{ text: 'You are an agent.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Explore penguins.csv' }] },
        {
          role: 'model',
          parts: [
            { functionCall: { id: FIRST, args: { code: '1' } } },
            { functionCall: { id: SECOND, args: { path: 'a.csv' } } }
          ]
        },
        {
          role: 'user',
          parts: [
            {
              functionResponse: {
                id: FIRST,
                name: 'jupyter_cell',
                response: { result: 'one' }
              }
            },
            {
              functionResponse: {
                id: SECOND,
                name: 'read_file',
                response: { result: 'two' }
              }
            }
          ]
        },
        {
          role: 'user',
          parts: [
            { text: 'The images:' },
            { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
          ]
        }
      ],
      tools: [{ functionDeclarations: [TOOL.function] }]
    },
    thoughts: {
      body: recorded('google-thoughts.sse'),
      shown: 'First the columns.',
      text: 'Let me look.',
      returned: {
        contents: [
          any,
          {
            parts: [
              { text: 'Let me look.', thoughtSignature: 'dGV4dA==' },
              {
                functionCall: { id: ANSWERED, args: { code: '2 + 2' } },
                thoughtSignature: 'c2ln'
              }
            ]
          },
          any
        ]
      },
      secret: 'c2ln',
      others: [{ model: 'gemini-2.5-pro' }]
    }
  },
  {
    name: 'Ollama',
    provider: ollamaProvider,
    choice: modelChoice({ provider: 'ollama', model: 'qwen3:8b' }),
    path: '/api/chat',
    headers: ['authorization', 'content-type'],
    key: ['authorization', 'Bearer '],
    body: name => recorded(`ollama-${name}.ndjson`),
    errors: {
      key: [401, { error: 'unauthorized' }],
      model: [404, { error: 'model "x" not found, try pulling it first' }],
      rate: [429, { error: 'too many requests' }]
    },
    list: [
      '/api/tags',
      { models: [{ name: 'qwen3:8b' }, { name: 'gpt-oss:20b' }] },
      ['gpt-oss:20b', 'qwen3:8b']
    ],
    sent: {
      messages: [
        any,
        any,
        {
          tool_calls: [
            { function: { name: 'jupyter_cell', arguments: { code: '1' } } },
            { function: { name: 'read_file', arguments: { path: 'a.csv' } } }
          ]
        },
        { role: 'tool', content: 'one', tool_name: 'jupyter_cell' },
        { role: 'tool', content: 'two', tool_name: 'read_file' },
        { role: 'user', content: 'The images:', images: ['AAAA'] }
      ]
    },
    thoughts: {
      body: recorded('ollama-thinking.ndjson'),
      shown: 'First the columns.',
      text: 'Let me look.',
      returned: {
        messages: [any, { role: 'assistant', thinking: 'First the columns.' }]
      }
    }
  }
];
