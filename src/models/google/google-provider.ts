import type { IModelChoice } from '../../contract';
import { resolveBaseUrl, resourceUrl } from '../provider/resolve-base-url';
import { listModels } from '../provider/list-models';
import { target, withoutEnding } from '../provider/options';
import { shortModelOption } from '../provider/short-choice';
import { type IModelProvider, served } from '../provider/model-provider';

const ADDRESS = 'https://generativelanguage.googleapis.com';
const VERSION = /\/v1(beta)?$/;

/**
 * Corrects what Flash tends to do unless told otherwise: stop, or write a call
 * as text.
 */
const FLASH_ADDITION =
  'Never answer with an empty message. Each answer is either calls of tools, made as function calls and never written as JSON or code in the text, or final_answer. Go on until every todo is done.';

/** Gemini, through Google's own API. */
export const googleProvider: IModelProvider = {
  id: 'google',

  info: trans => ({
    id: 'google',
    title: trans.__('Google Gemini'),
    description: trans.__('Gemini models, through the Gemini API.'),
    key: 'required',
    address: true,
    presets: [
      {
        id: 'google',
        title: trans.__('Google Gemini'),
        baseUrl: ADDRESS,
        hint: trans.__('Needs a key from aistudio.google.com.'),
        needsKey: true
      }
    ],
    options: [
      {
        name: 'thinking',
        title: trans.__('Thinking'),
        kind: 'choice',
        values: [
          { value: '', title: trans.__('The model’s default') },
          { value: 'shown', title: trans.__('Think, and show a summary') },
          {
            value: 'off',
            title: trans.__('Don’t think, if the model allows it')
          }
        ],
        default: ''
      },
      shortModelOption(trans)
    ],
    models: [
      'gemini-3-pro-preview',
      'gemini-3-flash-preview',
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-2.5-flash-lite'
    ],
    missing: null
  }),

  ...served(ADDRESS),

  // A message cannot hold both images and function results.
  images: 'after-answers',

  formOptions: (_choice, form) =>
    'call' in form ? { tool_choice: form.call } : { responseSchema: form.json },

  stalls: isFlash,

  callsInText: isFlash,

  promptAddition: choice => (isFlash(choice) ? FLASH_ADDITION : ''),

  embeddingModel: 'gemini-embedding-001',

  async makeEmbeddings(choice, key) {
    const { base, model, facts } = target(choice, key, ADDRESS);
    const { googleEmbeddings } = await import('./lazy-chunk');
    return googleEmbeddings(withoutEnding(base, VERSION), model, facts);
  },

  async create(choice, key) {
    const { base, facts } = target(choice, key, ADDRESS);
    // LangChain is heavy and only needed for a conversation.
    const { googleSource } = await import('./lazy-chunk');
    const { StreamingChatModel } = await import('../chat/streaming-chat-model');
    return new StreamingChatModel(
      googleSource(withoutEnding(base, VERSION), choice, facts)
    );
  },

  async list(choice, key) {
    const { base, host } = resolveBaseUrl(choice.baseUrl.trim() || ADDRESS);
    return listModels(
      {
        url: resourceUrl(
          withoutEnding(base, VERSION),
          '/v1beta/models?pageSize=1000'
        ),
        keyHeader: 'x-goog-api-key'
      },
      { host, key: key?.trim() || undefined }
    );
  }
};

function isFlash({ model }: IModelChoice): boolean {
  return /gemini-2\.5-flash/.test(model.toLowerCase());
}
