import type {
  EventBody,
  IDebugEntry,
  IToolContext,
  AgentMode,
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
  ISkills,
  IMcpQuestion,
  McpAnswer
} from '../../contract';
import type { CellNames } from '../../tools';
import type { IAnsweringModel } from './answering-model';
import type { SerialQueue } from '../../contract/util/serial-queue';
import type { IModelProvider } from '../../models';
import type { DocumentShelf } from './document-shelf';
import type { ToolOffer } from '../tool-set/tool-offer';
import type { IAgentMemory } from './agent-memory';

/** Emits an event. */
export type Emit = (body: EventBody) => void;

/**
 * What is noted for the debug view; the rest of the entry is derived from it.
 */
export type DebugNote = Pick<
  IDebugEntry,
  'kind' | 'title' | 'ms' | 'tokens' | 'body'
>;

/**
 * Adds an entry to the debug view.
 *
 * @param make called only while the view is on, so that nothing is computed
 * otherwise.
 */
export type Note = (make: () => DebugNote) => void;

/** A run, as seen by the code that works for it. */
export interface IRunContext {
  readonly options: IRunOptions;
  readonly signal: AbortSignal;
  /** The model that will answer: the first or the second. */
  readonly recipient: IAnsweringModel;
  /**
   * Set if only reading is allowed now; the reason, as a sentence for the
   * model.
   */
  readonly readsOnly?: string;
  /** Whether it keeps a todo list; the same from its first request to its last. */
  readonly keepsTodos: boolean;
  /** Converts between the ids of cells and the model's names for them. */
  readonly names: CellNames;
  readonly emit: Emit;
  readonly note: Note;
  /** What a tool gets for one call. */
  toolContext(callId: string): IToolContext;
}

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
  /** Stores what was learnt. */
  keepMemory(): Promise<void>;
  queue: SerialQueue;
  /** Questions that running calls ask the person. */
  questions: ICallQuestions;
  /** Stores an event and emits it. */
  tell(body: EventBody): void;
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

/** A call that asks, and a key that tells its questions apart. */
export interface IAskingCall {
  callId: string;
  tool: string;
  /**
   * The same for the same question after a reload; a running number if not
   * given.
   */
  key?: string;
  /** Aborted when the question is no longer needed. */
  signal: AbortSignal;
}

/** Questions that running calls ask the person. */
export interface ICallQuestions {
  /** Shows a question and waits; Stop or the end of the call cancels it. */
  ask(question: IMcpQuestion, call: IAskingCall): Promise<McpAnswer>;
  /** The question was answered, so its call goes on. */
  closed(interruptId: string): void;
  /** The call is over, so its open questions are closed. */
  end(callId: string): void;
}
