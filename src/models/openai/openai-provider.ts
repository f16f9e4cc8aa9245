import type { IModelPreset, ITranslator } from '../../contract';
import { resolveBaseUrl, resourceUrl } from '../provider/resolve-base-url';
import { listModels } from '../provider/list-models';
import { openaiTarget, wayIn } from './openai-target';
import { shortModelOption } from '../provider/short-choice';
import { type IModelProvider, served } from '../provider/model-provider';

export const OPENAI_ADDRESS = 'https://api.openai.com/v1';

/** The model that computes vectors by default. */
export const OPENAI_EMBEDDINGS = 'text-embedding-3-small';

/** Models that both of OpenAI's APIs offer. */
export const OPENAI_MODELS = [
  'gpt-5.5',
  'gpt-5.4',
  'gpt-5-mini',
  'gpt-4.1',
  'gpt-4o-mini'
];

/**
 * OpenAI through chat completions; with another address, any server with that
 * protocol.
 */
export const openaiProvider: IModelProvider = {
  ...chatCompletions(OPENAI_ADDRESS),
  id: 'openai',

  embeddingModel: OPENAI_EMBEDDINGS,

  info: trans => ({
    id: 'openai',
    title: trans.__('OpenAI'),
    description: trans.__('OpenAI models, through the chat completions API.'),
    key: 'optional',
    address: true,
    presets: [openaiPreset(trans)],
    options: [shortModelOption(trans)],
    models: OPENAI_MODELS,
    missing: null
  })
};

/** OpenAI's own server. */
export function openaiPreset(trans: ITranslator): IModelPreset {
  return {
    id: 'openai',
    title: trans.__('OpenAI'),
    baseUrl: OPENAI_ADDRESS,
    hint: trans.__('Needs a key from platform.openai.com.'),
    needsKey: true
  };
}

/** What all servers with the chat-completions protocol have in common. */
export function chatCompletions(
  address: string
): Omit<IModelProvider, 'id' | 'info'> {
  return {
    ...served(address),

    images: 'after-answers',

    formOptions: (_choice, form) =>
      'call' in form
        ? { tool_choice: { type: 'function', function: { name: form.call } } }
        : {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'answer', schema: form.json }
            }
          },

    async create(choice, key) {
      const target = openaiTarget(choice, key, address);
      // LangChain is heavy and only needed for a conversation.
      const { completionsSource } = await import('./lazy-chunk');
      const { StreamingChatModel } =
        await import('../chat/streaming-chat-model');
      return new StreamingChatModel(completionsSource(target, choice));
    },

    async makeEmbeddings(choice, key) {
      const target = openaiTarget(choice, key, address);
      const { openaiEmbeddings } = await import('./lazy-chunk');
      return openaiEmbeddings(target);
    },

    async list(choice, key) {
      const { base, host } = resolveBaseUrl(choice.baseUrl.trim() || address);
      const { keyHeader, query } = wayIn(choice, base);
      return listModels(
        { url: resourceUrl(base, '/models', query), keyHeader },
        { host, key: key?.trim() || undefined }
      );
    }
  };
}
