import type { IModelChoice } from '../../contract';
import type { IModelProvider } from '../provider/model-provider';
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
}

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
    }
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
    }
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
    }
  }
];
