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
import type { FromFile } from './from-file';
import type { IRunSkills } from './run-skills';
import type { IServerTexts } from './server-texts';

/** What a run is handed, and hands on to what works for it. */
export interface IRunOptions {
  at: IBranch;
  runId: string;
  notebook: INotebook;
  /** Behind the list of files that are never read. */
  files: IFiles;
  shell: IShell;
  patterns: IPatterns;
  grammars: IGrammars;
  images: IImages;
  imageStore: IImageStore;
  journal: IJournal;
  /** As they are now: asked anew at each step, so that a change counts at once. */
  settings(): IAgentSettings;
  folderInstructions: IFolderInstructions;
  skills: IRunSkills;
  /** What the person attached in the conversation. */
  documents: DocumentShelf;
  trans: ITranslator;
  mode: AgentMode;
  /** The tools that are offered, by name; filled before the first request, then only added to. */
  tools: Map<string, ITool>;
  /** What fills it. */
  offer: ToolOffer;
  /** What MCP servers have to read and to say; nothing where not given. */
  mcp?: IServerTexts;
  /** Of the model that it begins with; see `recipient`. */
  provider: IModelProvider;
  choice: IModelChoice;
  memory: IAgentMemory;
  lane: SerialQueue;
  /** What of the thread came from a file: no call among it is ever run. */
  fromFile: FromFile;
  /** What calls under way ask the person. */
  questions: ICallQuestions;
  /** Where events go. */
  tell(body: EventBody): void;
  /** Takes the queued messages out of the queue; they enter the conversation. */
  takeQueued(): { messageId: string; text: string }[];
}
