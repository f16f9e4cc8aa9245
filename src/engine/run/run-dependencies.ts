import type {
  AgentMode,
  IMiddlewareDeclaration,
  IModelChoice,
  IRunRecord,
  IThreads,
  ITool,
  IWorkspace
} from '../../contract';
import type { SerialQueues } from '../../contract/util/serial-queue';
import type { IModelProvider } from '../../models';
import type { IndexedDBSaver } from '../../storage';
import type { ToolIndex } from '../tool-set/tool-index';
import type { IRunOptions } from './run-context';
import type { IWorkflow } from '../workflows/workflow';

/** A model with its key. No object that lives longer holds a key. */
export interface IKeyedModelChoice {
  choice: IModelChoice;
  key: string | undefined;
  /** Whether the person knows what this choice sends to whom. */
  disclosed: boolean;
}

/** What a run is made from. */
export interface IRunDependencies extends Pick<
  IRunOptions,
  | 'journal'
  | 'imageStore'
  | 'trans'
  | 'settings'
  | 'folderInstructions'
  | 'mcp'
  | 'tell'
> {
  id: string;
  workspace: IWorkspace;
  checkpointer: IndexedDBSaver;
  threads: IThreads;
  lanes: SerialQueues;
  /** Every tool there is. @throws SetupError */
  tools(patience?: number): Promise<readonly ITool[]>;
  /** Searches the tools when there are many. */
  toolIndex: ToolIndex;
  middleware(): Promise<readonly IMiddlewareDeclaration[]>;
  /**
   * A graph above the agent.
   *
   * @throws SetupError
   */
  workflow(name: string): Promise<IWorkflow>;
  provider(id: string): Promise<IModelProvider>;
  model(): IKeyedModelChoice & { fallback?: IKeyedModelChoice };
}

/** What the person asks for with a message. */
export interface IRunRequest {
  mode: AgentMode;
  /** Path of the notebook; the one in front if not given. */
  notebook?: string;
  /** The run of an earlier page that this one continues. */
  earlier?: IRunRecord;
  /**
   * Whether the conversation so far is summarised before the model is asked.
   */
  summarise?: boolean;
  /** Keys of memories to leave out this time. */
  without?: readonly string[];
}

/** A message that has not reached the graph. */
export type IUnsentMessage = IRunRecord['unsent'][number];
