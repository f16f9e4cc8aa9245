import type {
  AgentMode,
  EventBody,
  IAgentSettings,
  IBranch,
  IFiles,
  IFolderInstructions,
  IGrammars,
  IImages,
  IImageStore,
  IJournal,
  IModelChoice,
  INotebook,
  IPatterns,
  IShell,
  ITool,
  ITranslator,
  IMcpServers,
  ISkills
} from '../../contract';
import type { SerialQueue } from '../../contract/util/serial-queue';
import type { IModelProvider } from '../../models';
import type { DocumentShelf } from './document-shelf';
import type { ToolOffer } from '../tool-set/tool-offer';
import type { IAgentMemory } from './agent-memory';
import type { ICallQuestions } from './call-questions';

/** LangGraph's `runtime.writer`: puts a chunk into the stream's `custom` mode. */
export type Writer = ((chunk: unknown) => void) | undefined;

/** What a run is given, and passes on to what works for it. */
export interface IRunOptions {
  at: IBranch;
  runId: string;
  notebook: INotebook;
  /** Never reads files that are on the deny list. */
  files: IFiles;
  shell: IShell;
  patterns: IPatterns;
  grammars: IGrammars;
  images: IImages;
  imageStore: IImageStore;
  journal: IJournal;
  /**
   * The current settings, read again at each step, so that a change counts at
   * once.
   */
  settings(): IAgentSettings;
  folderInstructions: IFolderInstructions;
  skills: IRunSkills;
  /** Documents that the person attached in the conversation. */
  documents: DocumentShelf;
  trans: ITranslator;
  mode: AgentMode;
  /**
   * The tools that are offered, by name; filled before the first request, and
   * then only added to.
   */
  tools: Map<string, ITool>;
  /** Fills `tools`. */
  offer: ToolOffer;
  /**
   * The resources and instructions that MCP servers offer; none if not given.
   */
  mcp?: IServerTexts;
  /** The provider of the model that the run begins with; see `recipient`. */
  provider: IModelProvider;
  choice: IModelChoice;
  memory: IAgentMemory;
  queue: SerialQueue;
  /** Questions that running calls ask the person. */
  questions: ICallQuestions;
  /** Stores an event and emits it, through the graph's stream if given. */
  tell(body: EventBody, writer?: Writer): void;
  /**
   * Removes the queued messages from the queue, to add them to the
   * conversation.
   */
  takeQueued(): { messageId: string; text: string }[];
}

/**
 * The resources of servers, and their instructions on how to use their tools.
 */
export interface IServerTexts extends Pick<IMcpServers, 'readResource'> {
  /**
   * By the server's name; undefined if it has none, or the person does not want
   * them sent.
   */
  instructions?(server: string): string | undefined;
}

/** The skills of a run; tools can use only the part in `ISkills`. */
export interface IRunSkills extends ISkills {
  /**
   * To be called first: if a message calls a skill, the kernel gets more time to
   * find it.
   *
   * @param said the messages of the person that the run begins with.
   */
  begin(said: readonly string[]): void;
  /**
   * The text on skills that is sent with each request; empty if there are none.
   */
  prompt(): Promise<string>;
  /**
   * The skill that a message calls with `/name` at its beginning, as text that
   * follows the message; empty if it calls none. Restricts the tools if the
   * skill does.
   */
  called(text: string): Promise<string>;
}
