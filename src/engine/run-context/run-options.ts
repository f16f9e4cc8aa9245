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
  ITranslator
} from '../../contract';
import type { SerialQueue } from '../../contract/util/serial-queue';
import type { IModelProvider } from '../../models';
import type { DocumentShelf } from './document-shelf';
import type { ToolOffer } from '../tool-set/tool-offer';
import type { IAgentMemory } from './agent-memory';
import type { ICallQuestions } from './call-questions';
import type { IRunSkills } from './run-skills';
import type { IServerTexts } from './server-texts';

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
  lane: SerialQueue;
  /** Questions that running calls ask the person. */
  questions: ICallQuestions;
  /** Emits an event. */
  tell(body: EventBody): void;
  /**
   * Removes the queued messages from the queue, to add them to the
   * conversation.
   */
  takeQueued(): { messageId: string; text: string }[];
}
