import { Token } from '@lumino/coreutils';

import type {
  IAgent as IAgentPort,
  IModelService as IModelServicePort,
  IWorkspace
} from './contract';

export type * from './contract';

/** The agent of this page: commands in, one stream of events out. */
export type IAgent = IAgentPort;
export const IAgent = new Token<IAgent>(
  'cellwright:IAgent',
  'The agent that works on notebooks in this page: takes commands and tells events. It loads its engine when it is first sent something.'
);

/** The person's model. Keys go in and never come out. */
export type IModelService = IModelServicePort;
export const IModelService = new Token<IModelService>(
  'cellwright:IModelService',
  'Which model the agent uses and how to change it. Holds no key that can be read.'
);

/** The workspace, made when it is first needed. */
export interface ILazyWorkspace {
  load(): Promise<IWorkspace>;
}
export const ILazyWorkspace = new Token<ILazyWorkspace>(
  'cellwright:ILazyWorkspace',
  'Notebooks, kernels and files as the agent meets them. Loaded when first asked for.'
);
