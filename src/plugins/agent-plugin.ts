import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ITranslator } from '@jupyterlab/translation';

import {
  IAgent,
  ILazyModels,
  ILazyPreferences,
  ILazyWorkspace,
  IMiddlewareRegistry,
  IModelRegistry,
  IToolRegistry,
  IWorkflowRegistry
} from '../tokens';
import { Agent } from './agent/agent';
import { loadPage } from './util/load-page';
import { ourSentences } from './util/translator';

export const agentPlugin: JupyterFrontEndPlugin<IAgent> = {
  id: 'cellwright:agent',
  description: 'The agent.',
  autoStart: true,
  requires: [
    ILazyWorkspace,
    ILazyModels,
    ILazyPreferences,
    IToolRegistry,
    IModelRegistry,
    IMiddlewareRegistry,
    IWorkflowRegistry
  ],
  optional: [ITranslator],
  provides: IAgent,
  activate: (
    app: JupyterFrontEnd,
    workspace: ILazyWorkspace,
    models: ILazyModels,
    preferences: ILazyPreferences,
    tools: IToolRegistry,
    providers: IModelRegistry,
    middleware: IMiddlewareRegistry,
    workflows: IWorkflowRegistry,
    translator: ITranslator | null
  ): IAgent => {
    const trans = ourSentences(translator);
    return new Agent(async () => {
      const { agentParts } = await loadPage();
      return agentParts({
        app,
        workspace,
        models,
        preferences,
        tools,
        providers,
        middleware,
        workflows,
        trans
      });
    }, trans);
  }
};
