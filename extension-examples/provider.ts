import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { type IModelProvider, IModelRegistry } from 'cellwright';

/** A provider: what the form shows of it, and how to make its model. */
export const parrot: IModelProvider = {
  id: 'parrot',
  info: trans => ({
    id: 'parrot',
    title: trans.__('Parrot'),
    description: trans.__('Says what you said. Nothing leaves the page.'),
    key: 'no',
    address: false,
    presets: [],
    options: [],
    models: ['grey'],
    missing: null
  }),
  label: ({ model }) => `Parrot ${model}`,
  abilities: () => ({
    images: false,
    contextWindow: 8_000,
    tools: true,
    parallelCalls: false
  }),
  host: () => '',
  images: 'after-answers',
  // Loaded when the first message is sent, and not with JupyterLab.
  create: async () => new (await import('./parrot-model')).ParrotModel({})
};

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'example:parrot',
  description: 'A model that repeats the message.',
  autoStart: true,
  requires: [IModelRegistry],
  activate: (_app: JupyterFrontEnd, models: IModelRegistry) => {
    models.register(parrot);
  }
};

export default plugin;
