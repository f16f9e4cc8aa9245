import type { IModelProvider } from './provider';

/** The scripted model that answers without a key. It is not an AI. */
export const demoProvider: IModelProvider = {
  id: 'demo',

  label: (_choice, trans) => trans.__('Demo (scripted)'),

  abilities: () => ({ images: false, contextWindow: 128_000 }),

  images: 'after-answers',

  async create() {
    const { DemoModel } = await import('./demo-model');
    return new DemoModel();
  }
};
