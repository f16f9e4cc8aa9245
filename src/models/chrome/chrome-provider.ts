import { ModelFault } from '../../contract';
import { builtIn } from './language-model';
import { abilitiesOf } from '../provider/abilities';
import type { IModelProvider } from '../provider/model-provider';

/** Chrome's built-in model. Nothing leaves the browser. */
export const chromeProvider: IModelProvider = {
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
    const { chromeSource } = await import('./chrome-source');
    const { StreamingChatModel } = await import('../chat/streaming-chat-model');
    return new StreamingChatModel(chromeSource(api));
  }
};
