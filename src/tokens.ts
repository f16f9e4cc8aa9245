import { Token } from '@lumino/coreutils';

import type {
  IAgent as IAgentPort,
  IMiddlewareRegistry as IMiddlewareRegistryPort,
  IModelRegistry as IModelRegistryPort,
  IModelService,
  IPreferences,
  IThreads,
  IToolRegistry as IToolRegistryPort,
  IWorkflowRegistry as IWorkflowRegistryPort,
  IWorkspace
} from './contract';

export type * from './contract';

/** Something that is made when it is first needed. */
export interface ILazy<T> {
  load(): Promise<T>;
}

/** The agent of this page: commands in, one stream of events out. */
export type IAgent = IAgentPort;
export const IAgent = new Token<IAgent>(
  'cellwright:IAgent',
  'The agent of this page: commands in, events out.'
);

/** Tools of the agent; those that are built in are here as well. */
export type IToolRegistry = IToolRegistryPort;
export const IToolRegistry = new Token<IToolRegistry>(
  'cellwright:IToolRegistry',
  'Tools the agent can call.'
);

/** Providers of models; those that are built in are here as well. */
export type IModelRegistry = IModelRegistryPort;
export const IModelRegistry = new Token<IModelRegistry>(
  'cellwright:IModelRegistry',
  'Providers of models.'
);

/** What shapes requests and answers of the model. */
export type IMiddlewareRegistry = IMiddlewareRegistryPort;
export const IMiddlewareRegistry = new Token<IMiddlewareRegistry>(
  'cellwright:IMiddlewareRegistry',
  'Middleware around the model.'
);

/** Graphs above the agent, with cards of their own; plan mode and reports are here as well. */
export type IWorkflowRegistry = IWorkflowRegistryPort;
export const IWorkflowRegistry = new Token<IWorkflowRegistry>(
  'cellwright:IWorkflowRegistry',
  'Graphs above the agent.'
);

/** The person's model, loaded when it is first needed. Keys never come out. */
export type ILazyModels = ILazy<IModelService>;
export const ILazyModels = new Token<ILazyModels>(
  'cellwright:ILazyModels',
  'The model of the agent.'
);

/** The person's settings, loaded when they are first needed. */
export type ILazyPreferences = ILazy<IPreferences>;
export const ILazyPreferences = new Token<ILazyPreferences>(
  'cellwright:ILazyPreferences',
  'Settings of the agent.'
);

/** The person's conversations on this server, opened when they are first needed. */
export type ILazyThreads = ILazy<IThreads>;
export const ILazyThreads = new Token<ILazyThreads>(
  'cellwright:ILazyThreads',
  'Kept conversations.'
);

/** The workspace, made when it is first needed. */
export type ILazyWorkspace = ILazy<IWorkspace>;
export const ILazyWorkspace = new Token<ILazyWorkspace>(
  'cellwright:ILazyWorkspace',
  'Notebooks, kernels and files.'
);
