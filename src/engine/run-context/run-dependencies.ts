import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import type {
  EventBody,
  IAgentSettings,
  IFolderInstructions,
  IImageStore,
  IJournal,
  IMiddlewareDeclaration,
  IModelChoice,
  IThreads,
  ITool,
  ITranslator,
  IWorkspace
} from '../../contract';
import type { SerialQueues } from '../../contract/util/serial-queue';
import type { IModelProvider } from '../../models';
import type { ToolIndex } from '../tool-set/tool-index';
import type { IWorkflow } from './workflow';
import type { FromFile } from './from-file';
import type { IServerTexts } from './server-texts';

/** A model with its key; a key stands in no object that lives longer. */
export interface IKeyedModelChoice {
  choice: IModelChoice;
  key: string | undefined;
  /** Whether the person knows what goes to whom with it. */
  told: boolean;
}

/** What a run is made from. */
export interface IRunDependencies {
  id: string;
  workspace: IWorkspace;
  journal: IJournal;
  imageStore: IImageStore;
  checkpointer: BaseCheckpointSaver;
  threads: IThreads;
  lanes: SerialQueues;
  trans: ITranslator;
  settings(): IAgentSettings;
  folderInstructions: IFolderInstructions;
  /** Every tool there is. @throws SetupError */
  tools(anew?: boolean): Promise<readonly ITool[]>;
  /** Finds some of them, where there are many. */
  toolIndex: ToolIndex;
  /** What MCP servers have to read and to say; nothing where not given. */
  mcp?: IServerTexts;
  middleware(): Promise<readonly IMiddlewareDeclaration[]>;
  /** A way of working above the agent. @throws SetupError */
  workflow(name: string): Promise<IWorkflow>;
  provider(id: string): Promise<IModelProvider>;
  model(): IKeyedModelChoice & { fallback?: IKeyedModelChoice };
  tell(body: EventBody): void;
  /** What of the thread came from a file. */
  fromFile: FromFile;
}
