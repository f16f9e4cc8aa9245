import { resolveBaseUrl, resourceUrl } from '../provider/resolve-base-url';
import { callsInText, callsInTextOption } from '../chat/calls-in-text';
import { OLLAMA_WINDOW } from '../provider/abilities';
import { listModels } from '../provider/list-models';
import { target, withoutEnding } from '../provider/options';
import { shortModelOption } from '../provider/short-choice';
import { type IModelProvider, served } from '../provider/model-provider';

const ADDRESS = 'http://localhost:11434';
const API = /\/(v1|api)$/;

/** Models in Ollama, through its own API. */
export const ollamaProvider: IModelProvider = {
  id: 'ollama',

  info: trans => ({
    id: 'ollama',
    title: trans.__('Ollama'),
    description: trans.__('Models on your own machine or in your network.'),
    key: 'optional',
    address: true,
    presets: [
      {
        id: 'ollama',
        title: trans.__('Ollama on this machine'),
        baseUrl: ADDRESS,
        hint: trans.__(
          'Set OLLAMA_ORIGINS to the address of this page before Ollama starts.'
        ),
        needsKey: false
      }
    ],
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
      {
        name: 'think',
        title: trans.__('Thinking'),
        kind: 'choice',
        values: [
          { value: '', title: trans.__('The model’s default') },
          { value: 'on', title: trans.__('On') },
          { value: 'off', title: trans.__('Off') }
        ],
        default: ''
      },
      callsInTextOption(trans),
      shortModelOption(trans)
    ],
    models: ['qwen3', 'gpt-oss', 'llama3.3', 'mistral-small3.2', 'qwen3-vl'],
    missing: null
  }),

  ...served(ADDRESS),

  images: 'after-answers',

  callsInText,

  embeddingModel: 'nomic-embed-text',

  // Its API has no way to require a call.
  formOptions: (_choice, form) =>
    'call' in form ? null : { format: form.json },

  /** Uses OpenAI's protocol, which Ollama supports for this too. */
  async makeEmbeddings(choice, key) {
    const { base, model, facts } = target(choice, key, ADDRESS);
    const { openaiEmbeddings } = await import('../openai/lazy-chunk');
    return openaiEmbeddings({
      base: new URL(resourceUrl(withoutEnding(base, API), '/v1')),
      model,
      facts
    });
  },

  async create(choice, key) {
    const { base, facts } = target(choice, key, ADDRESS);
    // LangChain is heavy and only needed for a conversation.
    const { ollamaSource } = await import('./ollama-source');
    const { StreamingChatModel } = await import('../chat/streaming-chat-model');
    return new StreamingChatModel(
      ollamaSource(withoutEnding(base, API), choice, facts)
    );
  },

  async list(choice, key) {
    const { base, host } = resolveBaseUrl(choice.baseUrl.trim() || ADDRESS);
    return listModels(
      { url: resourceUrl(withoutEnding(base, API), '/api/tags') },
      { host, key: key?.trim() || undefined }
    );
  }
};
