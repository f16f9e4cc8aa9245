import type { JupyterFrontEnd } from '@jupyterlab/application';

import type { IAgent, ITranslator } from '../../contract';
import type { IModelProvider } from '../../models';
import type { IAgentStore, IThreadStore } from '../../storage/thread-store';
import type {
  ILazyModels,
  ILazyPreferences,
  ILazyWorkspace,
  IMiddlewareRegistry,
  IModelRegistry,
  IToolRegistry,
  IWorkflowRegistry
} from '../../tokens';
import { once } from '../util/once';
import { EngineAgent } from '../tabs/engine-agent';
import { pageMcp } from '../mcp/page-mcp';
import { keyring } from '../keys/keyring';
import { threadStore } from '../threads/thread-store';
import { pageReporting } from './page-reporting';
import { pageOwner } from '../threads/page-owner';
import { SharedAgent } from '../tabs/shared-agent';
import { openTabChannel } from '../tabs/tab-channel';

/**
 * For the panel, which imports it from here when somebody opens the servers
 * page.
 */
export { pageMcp };

export interface IMakeAgentOptions {
  app: JupyterFrontEnd;
  workspace: ILazyWorkspace;
  models: ILazyModels;
  preferences: ILazyPreferences;
  tools: IToolRegistry;
  providers: IModelRegistry;
  middleware: IMiddlewareRegistry;
  workflows: IWorkflowRegistry;
  trans: ITranslator;
}

/**
 * The agent of this page, without its engine, which is loaded with the first
 * command.
 */
export async function makeAgent(options: IMakeAgentOptions): Promise<IAgent> {
  const { app, trans } = options;
  const [{ agentStore }, opened, owner, workspace] = await Promise.all([
    import(/* webpackMode: "eager" */ '../../storage/agent-store'),
    threadStore(app, trans),
    pageOwner(app.serviceManager),
    options.workspace.load()
  ]);
  const store = { ...opened, ...agentStore(opened, trans) };
  const { threads, journal, lock, requests } = store;
  return new SharedAgent({
    engine: new EngineAgent(() => makeEngine(options, store), trans),
    threads,
    journal,
    lock,
    requests,
    channel: threads.keeping.ok
      ? openTabChannel(JSON.stringify(owner.folder))
      : null,
    trans,
    front: () => workspace.status.notebook?.path,
    refresh: path => workspace.refresh(path)
  });
}

/** The engine, with everything that this page provides. */
async function makeEngine(
  options: IMakeAgentOptions,
  { journal, images, threads, database, onDamaged }: IThreadStore & IAgentStore
): Promise<IAgent> {
  const { app, tools, providers, middleware, workflows, trans } = options;
  const [engine, workspace, models, preferences, mcp, owner] =
    await Promise.all([
      import('../../workflows'),
      options.workspace.load(),
      options.models.load(),
      options.preferences.load(),
      pageMcp(app, trans),
      pageOwner(app.serviceManager)
    ]);
  const vectors = engine.openVectors({
    owner: owner.person,
    settings: () => preferences.current.search,
    model: () => ({ choice: models.choice, key: keyring.get(models.choice) }),
    disclosed: () => models.isToldOfTexts,
    providers: () => providers.load(),
    trans
  });
  const learned = once(() =>
    engine.openMemories(owner.person, preferences, vectors)
  );
  // Finishes what an earlier page load had no time for; nobody waits for it.
  void learned();
  const reporting = once(() =>
    pageReporting({
      app,
      workspace,
      trans,
      settings: () => preferences.current,
      load: () => engine.loadReports()
    })
  );
  workflows.register(async () => [
    {
      name: 'plan',
      load: async () => engine.planWorkflow((await learned())?.memory ?? null)
    },
    { name: 'report', load: async () => (await reporting()).workflow }
  ]);
  return engine.createEngine({
    workspace,
    trans,
    journal,
    imageStore: images,
    threads,
    checkpointer: new engine.IndexedDBSaver(database, trans, onDamaged),
    model: () => {
      const { choice, fallback } = models;
      return {
        choice,
        key: keyring.get(choice),
        disclosed: models.isTold(choice),
        ...(fallback && {
          fallback: {
            choice: fallback,
            key: keyring.get(fallback),
            disclosed: models.isTold(fallback)
          }
        })
      };
    },
    settings: () => preferences.current,
    folderInstructions: preferences.folderInstructions,
    tools: async anew => {
      const own = await tools.load();
      const taken = new Set(own.map(({ name }) => name));
      return [...own, ...(await mcp.tools(taken, anew))];
    },
    mcp: {
      readResource: async (...of) => (await mcp.load()).readResource(...of),
      instructions: server =>
        mcp.settings.instructions
          ? mcp.list.find(({ setting }) => setting.name === server)
              ?.instructions
          : undefined
    },
    // May come from any copy of LangChain: all that a model must be able to do
    // is stream.
    providers: async () =>
      (await providers.load()) as readonly IModelProvider[],
    middleware: () => middleware.load(),
    workflows: () => workflows.load(),
    reports: async stateOf => (await reporting()).reports(stateOf),
    memories: async () => (await learned())?.port ?? null,
    vectors
  });
}
