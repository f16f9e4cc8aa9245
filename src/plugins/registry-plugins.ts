import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ITranslator } from '@jupyterlab/translation';
import type { Token } from '@lumino/coreutils';

import type {
  IMiddlewareDeclaration,
  IModelProvider,
  IRegistry,
  ITool,
  IToolDeclaration,
  ILateWorkflow,
  IWorkflowDeclaration
} from '../contract';
import {
  IMiddlewareRegistry,
  IModelRegistry,
  IToolRegistry,
  IWorkflowRegistry
} from '../tokens';
import { loadPage } from './util/load-page';
import { Registry } from './util/registry';
import { ourSentences } from './util/translator';

/** A plugin for a registry that starts with the built-in entries. */
function registryPlugin<T extends object>(
  id: string,
  token: Token<IRegistry<T>>,
  ...builtIn: (() => Promise<readonly T[]>)[]
): JupyterFrontEndPlugin<IRegistry<T>> {
  return {
    id,
    description: token.description,
    autoStart: true,
    optional: [ITranslator],
    provides: token,
    activate: (
      _app: JupyterFrontEnd,
      translator: ITranslator | null
    ): IRegistry<T> => {
      const registry = new Registry<T>(error => {
        console.error(`Cellwright: an entry of ${id} was not loaded`, error);
        void loadPage().then(({ tellLeftOut }) => {
          tellLeftOut(ourSentences(translator));
        });
      });
      builtIn.forEach(load => registry.register(load));
      return registry;
    }
  };
}

export const toolsPlugin = registryPlugin<ITool | IToolDeclaration>(
  'cellwright:tools',
  IToolRegistry,
  async () => (await import('../tools')).TOOLS
);

export const providersPlugin = registryPlugin<IModelProvider>(
  'cellwright:providers',
  IModelRegistry,
  // The first one is the default for a new person.
  async () => [(await import('../demo-model/demo-provider')).demoProvider],
  async () => (await import('../models/providers')).providers
);

export const middlewarePlugin = registryPlugin<IMiddlewareDeclaration>(
  'cellwright:middleware',
  // Our own middleware comes with the engine.
  IMiddlewareRegistry
);

export const workflowsPlugin = registryPlugin<
  IWorkflowDeclaration | ILateWorkflow
>(
  'cellwright:workflows',
  // Our own workflows come with the engine, which they depend on.
  IWorkflowRegistry
);
