import { resolveBaseUrl, resourceUrl } from '../provider/resolve-base-url';
import { callsInText } from '../chat/calls-in-text';
import { PROTOCOL_HEADERS } from './protocol-headers';
import { listModels } from '../provider/list-models';
import { switchOption, target, withoutEnding } from '../provider/options';
import { shortModelOption } from '../provider/short-choice';
import { type IModelProvider, served } from '../provider/model-provider';

const ADDRESS = 'https://api.anthropic.com';

/** Claude, through Anthropic's own API. */
export const anthropicProvider: IModelProvider = {
  id: 'anthropic',

  info: trans => ({
    id: 'anthropic',
    title: trans.__('Anthropic'),
    description: trans.__('Claude models, with prompt caching on.'),
    key: 'required',
    address: true,
    presets: [
      {
        id: 'anthropic',
        title: trans.__('Anthropic'),
        baseUrl: ADDRESS,
        hint: trans.__(
          'Needs a key from console.anthropic.com; the organization must allow requests from browsers.'
        ),
        needsKey: true
      }
    ],
    options: [
      {
        name: 'thinking',
        title: trans.__('Think before answering'),
        description: trans.__(
          'Slower and more expensive, better with hard questions. The temperature is then ignored.'
        ),
        kind: 'boolean',
        default: false
      },
      shortModelOption(trans)
    ],
    models: [
      'claude-opus-5',
      'claude-sonnet-5',
      'claude-sonnet-4-6',
      'claude-haiku-4-5'
    ],
    missing: null
  }),

  ...served(ADDRESS),

  images: 'in-place',

  // Other models are served by its protocol too.
  callsInText,

  // A thinking model cannot be forced to call a tool, and there is no JSON
  // mode.
  formOptions: (choice, form) =>
    'call' in form && !switchOption(choice, 'thinking')
      ? { tool_choice: { type: 'tool', name: form.call } }
      : null,

  async create(choice, key) {
    const { base, facts } = target(choice, key, ADDRESS);
    // LangChain is heavy and only needed for a conversation.
    const { anthropicSource } = await import('./anthropic-source');
    const { StreamingChatModel } = await import('../chat/streaming-chat-model');
    return new StreamingChatModel(
      anthropicSource(withoutEnding(base, /\/v1$/), choice, facts)
    );
  },

  async list(choice, key) {
    const { base, host } = resolveBaseUrl(choice.baseUrl.trim() || ADDRESS);
    return listModels(
      {
        url: resourceUrl(withoutEnding(base, /\/v1$/), '/v1/models?limit=1000'),
        headers: PROTOCOL_HEADERS,
        keyHeader: 'x-api-key'
      },
      { host, key: key?.trim() || undefined }
    );
  }
};
