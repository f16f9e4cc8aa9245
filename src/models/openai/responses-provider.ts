import {
  chatCompletions,
  OPENAI_ADDRESS,
  OPENAI_EMBEDDINGS,
  OPENAI_MODELS,
  openaiPreset
} from './openai-provider';
import { openaiTarget } from './openai-target';
import { shortModelOption } from '../provider/short-choice';
import type { IModelProvider } from '../provider/model-provider';

/** OpenAI through its responses API, which reports the model's thinking. */
export const responsesProvider: IModelProvider = {
  ...chatCompletions(OPENAI_ADDRESS),
  id: 'openai-responses',

  embeddingModel: OPENAI_EMBEDDINGS,

  info: trans => ({
    id: 'openai-responses',
    title: trans.__('OpenAI (responses API)'),
    description: trans.__(
      'OpenAI’s reasoning models, which keep their reasoning between steps. OpenAI stores nothing of the conversation.'
    ),
    key: 'required',
    address: true,
    presets: [openaiPreset(trans)],
    options: [
      {
        name: 'effort',
        title: trans.__('Thinking'),
        description: trans.__('How long a reasoning model may think.'),
        kind: 'choice',
        values: [
          { value: '', title: trans.__('The model’s default') },
          { value: 'low', title: trans.__('Low') },
          { value: 'medium', title: trans.__('Medium') },
          { value: 'high', title: trans.__('High') }
        ],
        default: ''
      },
      {
        name: 'summary',
        title: trans.__('Show a summary of its reasoning'),
        description: trans.__(
          'OpenAI shows it to verified organizations only.'
        ),
        kind: 'boolean',
        default: false
      },
      shortModelOption(trans)
    ],
    models: OPENAI_MODELS,
    missing: null
  }),

  images: 'in-place',

  async create(choice, key) {
    const target = openaiTarget(choice, key, OPENAI_ADDRESS);
    // LangChain is heavy and only needed for a conversation.
    const { responsesSource } = await import('./responses-source');
    const { StreamingChatModel } = await import('../chat/streaming-chat-model');
    return new StreamingChatModel(responsesSource(target, choice));
  }
};
