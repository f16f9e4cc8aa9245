import type { JupyterFrontEnd } from '@jupyterlab/application';
import type {
  ITranslator,
  IAgentSettings,
  IReports,
  IWorkspace
} from '../../contract';
import type { Engine } from '../../engine/engine';
import type { IModelProvider } from '../../models';
import type { IThreadStore } from '../../storage/open-thread-store';
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
import { pageMcp } from '../mcp/page-mcp';
import { pageKeys } from '../keys/page-keys';
import { threadStore } from '../threads/thread-store';
import type { IAgentParts } from './agent';
import { pageOwner } from '../threads/page-owner';
import type { User } from '@jupyterlab/services';
import type { IWorkflow } from '../../engine/workflows/workflow';
import type { loadReports } from '../../workflows';
import { isNaming } from '../threads/server-owner';
import { pageTypesetter } from '../util/page-typesetter';

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

/** What the agent of this page works with; its engine is loaded when needed. */
export async function agentParts(
  options: IMakeAgentOptions
): Promise<IAgentParts> {
  const { app, trans } = options;
  const [store, workspace] = await Promise.all([
    threadStore(app, trans),
    options.workspace.load()
  ]);
  return {
    ...store,
    engine: () => makeEngine(options, store),
    front: () => workspace.status.notebook?.path,
    refresh: path => workspace.refresh(path)
  };
}

/** The engine, with everything that this page provides. */
async function makeEngine(
  options: IMakeAgentOptions,
  { journal, images, threads, database, onDamaged }: IThreadStore
): Promise<Engine> {
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
  const keys = pageKeys(app, trans);
  const vectors = engine.openVectors({
    owner: owner.person,
    settings: () => preferences.current.search,
    model: () => ({ choice: models.choice, key: keys.get(models.choice) }),
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
        key: keys.get(choice),
        disclosed: models.isTold(choice),
        ...(fallback && {
          fallback: {
            choice: fallback,
            key: keys.get(fallback),
            disclosed: models.isTold(fallback)
          }
        })
      };
    },
    settings: () => preferences.current,
    folderInstructions: preferences.folderInstructions,
    tools: async patience => {
      const own = await tools.load();
      const taken = new Set(own.map(({ name }) => name));
      return [...own, ...(await mcp.tools(taken, patience))];
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

export interface IPageReportingOptions {
  app: JupyterFrontEnd;
  workspace: IWorkspace;
  trans: ITranslator;
  settings(): IAgentSettings;
  load: typeof loadReports;
}

/** Who approves a report; null for a name that the server made up. */
export function approver({
  identity,
  permissions
}: Pick<User.IManager, 'identity' | 'permissions'>): string | null {
  return identity && isNaming(identity, permissions)
    ? identity.display_name || identity.username || null
    : null;
}

/** Reports for this page, loaded when somebody asks for one. */
export async function pageReporting({
  app,
  workspace,
  trans,
  settings,
  load
}: IPageReportingOptions): Promise<{
  workflow: IWorkflow;
  reports(
    stateOf: (threadId: string, report: string) => Promise<unknown>
  ): IReports;
}> {
  const [{ pageReports, reportWorkflow }, { PageReportSite }] =
    await Promise.all([load(), import('../../jupyter/lazy-chunk')]);
  const { contents, user } = app.serviceManager;
  const site = new PageReportSite({
    contents,
    files: workspace.files,
    typesetter: () => pageTypesetter.get(app) ?? null,
    trans
  });
  const person = (): string | null => approver(user);
  const language = (): string =>
    document.documentElement.lang || navigator.language;
  return {
    workflow: reportWorkflow({ site, person, language }),
    reports: stateOf =>
      pageReports({
        site,
        workspace,
        settings,
        trans,
        language,
        stateOf
      })
  };
}
