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
import type { IndexedDBSaver } from '../../storage';
import type { ToolIndex } from '../tool-set/tool-index';
import type { IWorkflow } from './workflow';
import type { IServerTexts, Writer } from './run-options';

/** A model with its key. No object that lives longer holds a key. */
export interface IKeyedModelChoice {
  choice: IModelChoice;
  key: string | undefined;
  /** Whether the person knows what this choice sends to whom. */
  disclosed: boolean;
}

/** What a run is made from. */
export interface IRunDependencies {
  id: string;
  workspace: IWorkspace;
  journal: IJournal;
  imageStore: IImageStore;
  checkpointer: IndexedDBSaver;
  threads: IThreads;
  lanes: SerialQueues;
  trans: ITranslator;
  settings(): IAgentSettings;
  folderInstructions: IFolderInstructions;
  /** Every tool there is. @throws SetupError */
  tools(patience?: number): Promise<readonly ITool[]>;
  /** Searches the tools when there are many. */
  toolIndex: ToolIndex;
  /**
   * The resources and instructions that MCP servers offer; none if not given.
   */
  mcp?: IServerTexts;
  middleware(): Promise<readonly IMiddlewareDeclaration[]>;
  /**
   * A graph above the agent.
   *
   * @throws SetupError
   */
  workflow(name: string): Promise<IWorkflow>;
  provider(id: string): Promise<IModelProvider>;
  model(): IKeyedModelChoice & { fallback?: IKeyedModelChoice };
  tell(body: EventBody, writer?: Writer): void;
}
