import { abilitiesOf } from '../models/provider/abilities';
import type { IModelProvider } from '../models/provider/model-provider';

/** The scripted model that answers without a key. It is not an AI. */
export const demoProvider: IModelProvider = {
  id: 'demo',

  info: trans => ({
    id: 'demo',
    title: trans.__('Demo (scripted)'),
    description: trans.__(
      'Shows how Cellwright works, without a key. It is a script and not an AI; nothing leaves the page.'
    ),
    key: 'no',
    address: false,
    presets: [],
    options: [],
    models: [],
    missing: null
  }),

  label: (_choice, trans) => trans.__('Demo (scripted)'),

  abilities: abilitiesOf,

  host: () => '',

  images: 'after-answers',

  async create() {
    const { demoModel } = await import('./demo-model');
    return demoModel();
  }
};
