import {
  DEFAULT_SETTINGS,
  isWorkspaceError,
  type AgentCommand,
  type AgentEvent,
  type EventBody,
  type IAgent,
  type IAgentSettings,
  type IBranch,
  type IFolderInstructions,
  type IImageStore,
  lazyReports,
  type IMemories,
  type IReports,
  type IJournal,
  type IMiddlewareDeclaration,
  type ISkillInfo,
  type IThreadHistory,
  type IThreads,
  type ITool,
  type IToolDeclaration,
  type ITranslator,
  type IWorkspace
} from '../contract';
import { Listeners } from '../contract/util/listeners';
import { SerialQueues } from '../contract/util/serial-queue';
import { providers, type IModelProvider } from '../models';
import type { IndexedDBSaver } from '../storage';
import type { TextVectors } from '../search';
import { TOOLS } from '../tools';
import type { ThreadState } from './run/run-manager';
import type { IServerTexts } from './run/run-context';
import type {
  IKeyedModelChoice,
  IRunDependencies
} from './run/run-dependencies';
import { workById } from './run/graph-config';
import { SetupError, isFenced, explainRunError } from './errors';
import { ThreadHistory } from './history/thread-history';
import { GuardedFiles } from './privacy/guarded-files';
import { newMemory } from './run/agent-memory';
import { SkillShelf } from './skills/skill-shelf';
import { Thread } from './thread/thread';
import { ToolIndex } from './tool-set/tool-index';
import { toolSet } from './tool-set/tool-set';
import { applyUndo, previewUndo } from './history/undoing';
import {
  WorkflowEntries,
  type WorkflowEntry
} from './workflows/workflow-entries';

export interface IEngineOptions {
  workspace: IWorkspace;
  trans: ITranslator;
  /** The chosen model and the fallback model; read again at each step. */
  model(): IKeyedModelChoice & { fallback?: IKeyedModelChoice };
  /** Settings, read again at each step; the defaults if not given. */
  settings?(): IAgentSettings;
  /** Which files beside a notebook are sent along; none if not given. */
  folderInstructions?: IFolderInstructions;
  /**
   * Every tool there is, asked for at the beginning of each run and at each
   * step; the built-in ones if not given.
   *
   * @param patience how long to wait for sources that are asked again, in ms;
   * 0: they are not asked.
   */
  tools?(patience: number): Promise<readonly (ITool | IToolDeclaration)[]>;
  /** Resources and instructions of MCP servers; none if not given. */
  mcp?: IServerTexts;
  /** Registered middleware; none if not given. */
  middleware?(): Promise<readonly IMiddlewareDeclaration[]>;
  /** Graphs above the agent; none if not given. */
  workflows?(): Promise<readonly WorkflowEntry[]>;
  /** What the panel can do with reports; if not given, nothing. */
  reports?(
    stateOf: (threadId: string, id: string) => Promise<unknown>
  ): Promise<IReports>;
  /** The memories; nothing is remembered if not given. */
  memories?(): Promise<IMemories | null>;
  /** Finds tools by meaning too; if not given, only by words. */
  vectors?: TextVectors;
  /** The built-in registry if not given. */
  providers?(): Promise<readonly IModelProvider[]>;
  journal: IJournal;
  imageStore: IImageStore;
  checkpointer: IndexedDBSaver;
  /** Whoever sends commands makes sure that only one tab works on a thread. */
  threads: IThreads;
}

/** The agent in the page. Commands in, one stream of events out. */
export class Engine implements IAgent {
  readonly past: IThreadHistory;
  private readonly _listeners = new Listeners<[AgentEvent]>();
  private readonly _threads = new Map<string, Thread>();
  private readonly _parts: Omit<IRunDependencies, 'id' | 'tell'>;

  constructor(readonly options: IEngineOptions) {
    const { workspace, trans, journal, imageStore, checkpointer, threads } =
      options;
    const declared = new WeakMap<IToolDeclaration, ITool>();
    const workflows = new WorkflowEntries(
      async () => (await options.workflows?.()) ?? [],
      trans
    );
    this._parts = {
      workspace,
      trans,
      journal,
      imageStore,
      checkpointer,
      threads,
      lanes: new SerialQueues(),
      settings: () => options.settings?.() ?? DEFAULT_SETTINGS,
      folderInstructions: options.folderInstructions ?? NO_FOLDER_INSTRUCTIONS,
      model: () => options.model(),
      tools: async (patience = 0) =>
        toolSet(
          [
            ...((await options.tools?.(patience)) ?? TOOLS),
            ...(await workflows.tools())
          ],
          trans,
          declared
        ),
      toolIndex: new ToolIndex(options.vectors),
      ...(options.mcp && { mcp: options.mcp }),
      middleware: async () => (await options.middleware?.()) ?? [],
      provider: id => this._provider(id),
      workflow: name => workflows.find(name)
    };
    this.past = new ThreadHistory({
      journal,
      images: this._parts.imageStore,
      saver: this._parts.checkpointer,
      threads: this._parts.threads,
      trans,
      previewUndo: (id, runId) => previewUndo(this._parts, id, runId)
    });
  }

  async send(command: AgentCommand): Promise<void> {
    const { threadId, type } = command;
    // Before the first await: later another notebook may be in front.
    const asked = this._addressed(command);
    const thread = this.thread(threadId);
    try {
      if (thread.isOpen || (await thread.open())) {
        await this._take(thread, asked);
      }
    } catch (error) {
      if (isFenced(error)) {
        thread.fenced();
        return;
      }
      if (!isWorkspaceError(error)) {
        console.error('Cellwright: a command failed', type, error);
      }
      const { title, text } = explainRunError(error, this.options.trans);
      this._tell(threadId, {
        type: 'notice',
        code: 'other',
        text: `${title} ${text}`
      });
    }
  }

  /**
   * Another tab works on the thread from now on: streaming is cut off and the
   * thread is dropped from memory. No run is ended, no card closed, nothing
   * stored or reported; the next command reads the thread again. Resolves once
   * nothing here works on it any more.
   */
  async leave(threadId: string): Promise<void> {
    await this._threads.get(threadId)?.leave();
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this._listeners.add(listener);
  }

  /** The events of the current branch. */
  async history(threadId: string): Promise<AgentEvent[]> {
    return this._parts.journal.shown(await this._at(threadId));
  }

  async stateOf(threadId: string): Promise<ThreadState> {
    const thread = this._threads.get(threadId);
    if (thread?.isOpen) {
      return thread.runs.state;
    }
    const record = await this._parts.threads.get(threadId);
    return !record?.run
      ? 'idle'
      : record.pending > 0
        ? 'waiting'
        : 'interrupted';
  }

  /** The skills beside the notebook in front that the person agreed to. */
  async skills(): Promise<readonly ISkillInfo[]> {
    const { workspace, trans } = this.options;
    const { settings, folderInstructions } = this._parts;
    const { notebook } = workspace.status;
    return notebook === null
      ? []
      : new SkillShelf({
          notebook: workspace.bind(notebook.path),
          files: new GuardedFiles(
            workspace.files,
            () => settings().privacy.deny,
            trans
          ),
          settings,
          folderInstructions,
          trans,
          memory: newMemory(),
          // Skills that are left out are reported with the first message.
          tell: () => undefined,
          signal: new AbortController().signal
        }).list();
  }

  /** Its methods throw if reports cannot be written here. */
  get reports(): IReports {
    return lazyReports(async () => {
      const created = await this.options.reports?.((threadId, id) =>
        workById(this._parts, this.thread(threadId).at, id)
      );
      if (!created) {
        throw new SetupError(
          this.options.trans.__('Reports cannot be written here.')
        );
      }
      return created;
    });
  }

  async memories(): Promise<IMemories | null> {
    return (await this.options.memories?.()) ?? null;
  }

  /** The thread with this id, made on first use. */
  thread(id: string): Thread {
    let thread = this._threads.get(id);
    if (!thread) {
      thread = new Thread({
        ...this._parts,
        id,
        emit: this._listeners.tell,
        onGone: () => this._threads.delete(id)
      });
      this._threads.set(id, thread);
    }
    return thread;
  }

  private async _at(threadId: string): Promise<IBranch> {
    const thread = this._threads.get(threadId);
    if (thread?.isOpen) {
      return thread.at;
    }
    const record = await this._parts.threads.get(threadId);
    return { threadId, branch: record?.branch ?? '' };
  }

  /**
   * Binds a message for the notebook in front to that notebook's path as it is
   * sent.
   */
  private _addressed(command: AgentCommand): AgentCommand {
    const front = this.options.workspace.status.notebook?.path;
    return command.type === 'start' && !command.notebook && front
      ? { ...command, notebook: front }
      : command;
  }

  /** @throws SetupError for an id that no provider has. */
  private async _provider(id: string): Promise<IModelProvider> {
    const all = (await this.options.providers?.()) ?? providers;
    const found = all.find(each => each.id === id);
    if (!found) {
      throw new SetupError(
        this.options.trans.__(
          'There is no model provider “%1”. Choose another model.',
          id
        )
      );
    }
    return found;
  }

  private _take(thread: Thread, command: AgentCommand): Promise<void> | void {
    switch (command.type) {
      case 'start':
        return thread.runs.start(command);
      case 'resume':
        return thread.runs.cards.decide(command);
      case 'answer':
        return thread.runs.cards.answer(command.interruptId, command.answer);
      case 'stop':
        return thread.runs.stop();
      case 'retry':
        return thread.retry(command);
      case 'queue':
        return thread.runs.queue(command.messageId, command.text);
      case 'turn-rule':
        return command.serverTool
          ? thread.turn.allowTool(command.serverTool)
          : thread.turn.allow(command.on, command.effects);
      case 'plan-level':
        return thread.turn.setPlanLevel(command.level);
      case 'policy-changed':
        return thread.policyChanged();
      case 'restart-kernel':
        return thread.restartKernel();
      case 'fork':
        return thread.fork(command);
      case 'switch':
        return thread.switchTo(command.branch);
      case 'undo':
        return thread.undo(at => applyUndo(this._parts, at, command));
      case 'open':
        // The command only had to open the thread.
        return;
    }
  }

  private _tell(threadId: string, body: EventBody): void {
    this._listeners.tell({ ...body, threadId, time: Date.now() });
  }
}

/** For use when nobody can be asked: no instructions are sent along. */
const NO_FOLDER_INSTRUCTIONS: IFolderInstructions = {
  answer: () => false,
  found: () => undefined,
  waiting: [],
  decide: () => undefined
};
