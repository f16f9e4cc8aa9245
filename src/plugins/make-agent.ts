import type { IAgent, ITranslator } from '../contract';
import type { IModelProvider } from '../models';
import type {
  ILazyModels,
  ILazyPreferences,
  ILazyWorkspace,
  IMiddlewareRegistry,
  IModelRegistry,
  IToolRegistry
} from '../tokens';
import { keyring } from './keyring';

export interface IMakeAgentOptions {
  workspace: ILazyWorkspace;
  models: ILazyModels;
  preferences: ILazyPreferences;
  tools: IToolRegistry;
  providers: IModelRegistry;
  middleware: IMiddlewareRegistry;
  trans: ITranslator;
}

/** The engine, put together with what this page has. */
export async function makeAgent(options: IMakeAgentOptions): Promise<IAgent> {
  const { tools, providers, middleware, trans } = options;
  const [{ createEngine }, workspace, models, preferences] = await Promise.all([
    import('../engine'),
    options.workspace.load(),
    options.models.load(),
    options.preferences.load()
  ]);
  return createEngine({
    workspace,
    trans,
    model: () => {
      const { choice, fallback } = models;
      return {
        choice,
        key: keyring.get(choice),
        ...(fallback && {
          fallback: { choice: fallback, key: keyring.get(fallback) }
        })
      };
    },
    settings: () => preferences.current,
    tools: () => tools.load(),
    // Of any copy of LangChain: all that is asked of a model is that it streams.
    providers: async () =>
      (await providers.load()) as readonly IModelProvider[],
    middleware: () => middleware.load()
  });
}
