import {
  type IModelChoice,
  type IModelProvider as IAnyModelProvider,
  ModelFault
} from '../contract';
import { builtIn } from './chrome/language-model';
import { abilitiesOf, OLLAMA_WINDOW } from './provider/abilities';
import { type IModelProvider, preset, served } from './provider/model-provider';
import {
  callsInText,
  callsInTextOption,
  choiceOption
} from './provider/options';

const OPENAI = 'https://api.openai.com/v1';

/** Models that both of OpenAI's APIs offer. */
const OPENAI_MODELS = [
  'gpt-5.5',
  'gpt-5.4',
  'gpt-5-mini',
  'gpt-4.1',
  'gpt-4o-mini'
];

/** Vectors by OpenAI's protocol, which Ollama supports for them too. */
const openaiVectors = (model: string, path = '/embeddings') => ({
  model,
  path: () => path,
  // Not every server supports the more compact format.
  body: (input: string[], model: string) => ({
    model,
    input,
    encoding_format: 'float'
  }),
  read: ({ data }: { data?: { embedding: number[] }[] }) =>
    data?.map(each => each.embedding)
});

/** What all servers with the chat-completions protocol have in common. */
const CHAT_COMPLETIONS = {
  images: 'after-answers',
  list: '/models',
  vectors: openaiVectors('text-embedding-3-small'),
  formOptions: (_choice, form) =>
    'call' in form
      ? { tool_choice: { type: 'function', function: { name: form.call } } }
      : {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'answer', schema: form.json }
          }
        },
  protocol: async () =>
    (await import('./openai/chat-completions')).chatCompletions
} satisfies Partial<Parameters<typeof served>[0]>;

/**
 * Corrects what Flash tends to do unless told otherwise: stop, or write a call
 * as text.
 */
const FLASH_ADDITION =
  'Never answer with an empty message. Each answer is either calls of tools, made as function calls and never written as JSON or code in the text, or final_answer. Go on until every todo is done.';

const isFlash = ({ model }: IModelChoice): boolean =>
  /gemini-2\.5-flash/.test(model.toLowerCase());

/** Every provider whose models run on a server or in the browser itself. */
export const providers: readonly IModelProvider[] = [
  // With another address, any server with its protocol.
  served({
    ...CHAT_COMPLETIONS,
    id: 'openai',
    address: OPENAI,
    info: trans => ({
      title: trans.__('OpenAI'),
      description: trans.__('OpenAI models, through the chat completions API.'),
      key: 'optional',
      hint: trans.__('Needs a key from platform.openai.com.')
    }),
    models: OPENAI_MODELS
  }),
  // Reports the model's thinking.
  served({
    ...CHAT_COMPLETIONS,
    id: 'openai-responses',
    address: OPENAI,
    images: 'in-place',
    info: trans => ({
      title: trans.__('OpenAI (responses API)'),
      description: trans.__(
        'OpenAI’s reasoning models, which keep their reasoning between steps. OpenAI stores nothing of the conversation.'
      ),
      key: 'required',
      hint: trans.__('Needs a key from platform.openai.com.'),
      options: [
        choiceOption(
          'effort',
          trans.__('Thinking'),
          {
            '': trans.__('The model’s default'),
            low: trans.__('Low'),
            medium: trans.__('Medium'),
            high: trans.__('High')
          },
          trans.__('How long a reasoning model may think.')
        ),
        {
          name: 'summary',
          title: trans.__('Show a summary of its reasoning'),
          description: trans.__(
            'OpenAI shows it to verified organizations only.'
          ),
          kind: 'boolean',
          default: false
        }
      ]
    }),
    models: OPENAI_MODELS,
    protocol: async () => (await import('./openai/responses-source')).responses
  }),
  served({
    id: 'anthropic',
    address: 'https://api.anthropic.com',
    ending: /\/v1$/,
    keyHeader: 'x-api-key',
    // The API version, and that a page calls it deliberately.
    headers: {
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true'
    },
    info: trans => ({
      title: trans.__('Anthropic'),
      description: trans.__('Claude models, with prompt caching on.'),
      key: 'required',
      hint: trans.__(
        'Needs a key from console.anthropic.com; the organization must allow requests from browsers.'
      ),
      options: [
        {
          name: 'thinking',
          title: trans.__('Think before answering'),
          description: trans.__(
            'Slower and more expensive, better with hard questions. The temperature is then ignored.'
          ),
          kind: 'boolean',
          default: false
        }
      ]
    }),
    models: [
      'claude-opus-5',
      'claude-sonnet-5',
      'claude-sonnet-4-6',
      'claude-haiku-4-5'
    ],
    images: 'in-place',
    // Other models are served by its protocol too.
    callsInText,
    // A thinking model cannot be forced to call a tool, and there is no JSON
    // mode.
    formOptions: (choice, form) =>
      'call' in form && choice.options.thinking !== true
        ? { tool_choice: { type: 'tool', name: form.call } }
        : null,
    list: '/v1/models?limit=1000',
    protocol: async () =>
      (await import('./anthropic/anthropic-source')).anthropic
  }),
  served({
    id: 'google',
    address: 'https://generativelanguage.googleapis.com',
    ending: /\/v1(beta)?$/,
    keyHeader: 'x-goog-api-key',
    info: trans => ({
      title: trans.__('Google Gemini'),
      description: trans.__('Gemini models, through the Gemini API.'),
      key: 'required',
      hint: trans.__('Needs a key from aistudio.google.com.'),
      options: [
        choiceOption('thinking', trans.__('Thinking'), {
          '': trans.__('The model’s default'),
          shown: trans.__('Think, and show a summary'),
          off: trans.__('Don’t think, if the model allows it')
        })
      ]
    }),
    models: [
      'gemini-3-pro-preview',
      'gemini-3-flash-preview',
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-2.5-flash-lite'
    ],
    // A message cannot hold both images and function results.
    images: 'after-answers',
    formOptions: (_choice, form) =>
      'call' in form
        ? { tool_choice: form.call }
        : { responseSchema: form.json },
    stalls: isFlash,
    callsInText: isFlash,
    promptAddition: choice => (isFlash(choice) ? FLASH_ADDITION : ''),
    list: '/v1beta/models?pageSize=1000',
    vectors: {
      model: 'gemini-embedding-001',
      path: model => `/v1beta/${collected(model)}:batchEmbedContents`,
      body: (texts, model) => ({
        requests: texts.map(text => ({
          model: collected(model),
          content: { parts: [{ text }] },
          // Ten times more would hardly improve them.
          outputDimensionality: 768
        }))
      }),
      read: ({ embeddings }: { embeddings?: { values: number[] }[] }) =>
        embeddings?.map(each => each.values)
    },
    protocol: async () => (await import('./google/google-source')).gemini
  }),
  // vLLM, and any other server that speaks OpenAI's protocol.
  served({
    ...CHAT_COMPLETIONS,
    id: 'compatible',
    address: '',
    vectors: openaiVectors(''),
    callsInText,
    info: trans => ({
      title: trans.__('vLLM and other OpenAI-compatible servers'),
      description: trans.__(
        'Any server that speaks OpenAI’s protocol, on your machine or elsewhere.'
      ),
      key: 'optional',
      // Each with what it needs before a page can call it.
      presets: [
        preset(
          'vllm',
          trans.__('vLLM'),
          'http://localhost:8000/v1',
          trans.__(
            'Start it with --enable-auto-tool-choice, a --tool-call-parser for your model and --allowed-origins for this page.'
          )
        ),
        preset(
          'llama.cpp',
          trans.__('llama.cpp'),
          'http://localhost:8080/v1',
          trans.__(
            'Start llama-server with --jinja, which tool calls need, and a context of at least 16,384 (-c).'
          )
        ),
        preset(
          'lm-studio',
          trans.__('LM Studio'),
          'http://localhost:1234/v1',
          trans.__(
            'Start its server and switch on “Enable CORS” in the server’s settings.'
          )
        ),
        preset(
          'openrouter',
          trans.__('OpenRouter'),
          'https://openrouter.ai/api/v1',
          trans.__('Needs a key from openrouter.ai.')
        ),
        preset(
          'azure',
          trans.__('Azure OpenAI'),
          'https://YOUR-RESOURCE.openai.azure.com/openai/v1',
          trans.__(
            'Enter the name of your resource; the model is the name of your deployment. If Azure blocks this page, use the route through jupyter-server-proxy that the README describes.'
          )
        )
      ],
      options: [
        choiceOption('keyHeader', trans.__('How the key is sent'), {
          auto: trans.__('As the server wants it'),
          bearer: trans.__('Authorization: Bearer …'),
          'api-key': trans.__('api-key: …')
        }),
        {
          name: 'apiVersion',
          title: trans.__('API version'),
          description: trans.__(
            'Added to the address as “api-version”. Azure needs one where the address names a deployment.'
          ),
          kind: 'text',
          default: ''
        },
        callsInTextOption(trans)
      ]
    }),
    models: []
  }),
  served({
    id: 'ollama',
    address: 'http://localhost:11434',
    ending: /\/(v1|api)$/,
    info: trans => ({
      title: trans.__('Ollama'),
      description: trans.__('Models on your own machine or in your network.'),
      key: 'optional',
      hint: trans.__(
        'Set OLLAMA_ORIGINS to the address of this page before Ollama starts.'
      ),
      options: [
        {
          name: 'numCtx',
          title: trans.__('Context length'),
          description: trans.__(
            'Context window in tokens. Larger values need more memory; text beyond the limit is silently dropped.'
          ),
          kind: 'number',
          default: OLLAMA_WINDOW
        },
        choiceOption('think', trans.__('Thinking'), {
          '': trans.__('The model’s default'),
          on: trans.__('On'),
          off: trans.__('Off')
        }),
        callsInTextOption(trans)
      ]
    }),
    models: ['qwen3', 'gpt-oss', 'llama3.3', 'mistral-small3.2', 'qwen3-vl'],
    images: 'after-answers',
    callsInText,
    // Its API has no way to require a call.
    formOptions: (_choice, form) =>
      'call' in form ? null : { format: form.json },
    list: '/api/tags',
    vectors: openaiVectors('nomic-embed-text', '/v1/embeddings'),
    protocol: async () => (await import('./ollama/ollama-source')).ollama
  }),
  // Nothing leaves the browser.
  {
    id: 'chrome',
    info: trans => ({
      id: 'chrome',
      title: trans.__('Chrome’s built-in model'),
      description: trans.__(
        'A small model built into the browser. Nothing leaves your machine. Expect less from it than from a large model.'
      ),
      key: 'no',
      address: false,
      presets: [],
      options: [],
      models: [],
      missing: builtIn()
        ? null
        : trans.__(
            'This browser has no built-in model. Chrome 138 or newer has one on desktop computers, on pages loaded over https or from this machine.'
          )
    }),
    label: (_choice, trans) => trans.__('Chrome’s built-in model'),
    abilities: abilitiesOf,
    host: () => '',
    images: 'after-answers',
    stalls: () => true,
    // The prompt tells it to, because it has no tool support.
    callsInText: () => true,
    async create() {
      const api = builtIn();
      if (!api) {
        throw new ModelFault(
          'refused',
          'This browser has no built-in model, or does not give it to this page.',
          { host: 'Chrome' }
        );
      }
      const { chromeSource } = await import('./chrome/chrome-source');
      const { StreamingChatModel } =
        await import('./chat/streaming-chat-model');
      return new StreamingChatModel(chromeSource(api));
    }
  }
];

/** The provider with this id. @throws Error if there is none. */
export function provider(id: string): IModelProvider {
  return providerById(providers, id);
}

/**
 * Finds a provider in a list of built-in ones and those added by extensions.
 *
 * @throws Error if there is none with this id: a stored choice may outlive the
 * extension that provided it.
 */
export function providerById<P extends IAnyModelProvider>(
  list: readonly P[],
  id: string
): P {
  const found = list.find(each => each.id === id);
  if (!found) {
    const known = list.map(each => each.id).join(', ');
    throw new Error(`There is no model provider "${id}". Known: ${known}.`);
  }
  return found;
}

/** Google prefixes names with their collection. */
function collected(model: string): string {
  return `models/${model.replace(/^models\//, '')}`;
}
