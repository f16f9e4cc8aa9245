import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import { isKept } from '../contract';
import type {
  AgentCommand,
  AgentEvent,
  EventBody,
  IAgent,
  IImageStore,
  IJournal,
  IModelChoice,
  ITool,
  ITranslator,
  IWorkspace
} from '../contract';
import { provider } from '../models';
import type { IModelProvider } from '../models';
import { LatestCheckpointSaver, MemoryImages, MemoryJournal } from '../storage';
import { TOOLS } from '../tools';

import { Lanes } from './lane';
import { explainRunError } from './errors';
import { argumentsProblem } from './pending-review';
import { Thread } from './thread';

export interface IEngineOptions {
  workspace: IWorkspace;
  trans: ITranslator;
  /** The choice of the moment; asked at the beginning of each run. */
  model(): { choice: IModelChoice; key: string | undefined };
  journal?: IJournal;
  imageStore?: IImageStore;
  checkpointer?: BaseCheckpointSaver;
  tools?: ITool[];
  /** Finds a provider by id; the built-in registry where not given. */
  provider?(id: string): IModelProvider;
}

/** The agent in the page. Commands in, one stream of events out. */
export class Engine implements IAgent {
  readonly #listeners = new Set<(event: AgentEvent) => void>();
  readonly #threads = new Map<string, Thread>();
  readonly #journal: IJournal;
  readonly #imageStore: IImageStore;
  readonly #tools: ReadonlyMap<string, ITool>;
  readonly #checkpointer: BaseCheckpointSaver;
  readonly #lanes = new Lanes();

  constructor(readonly options: IEngineOptions) {
    this.#journal = options.journal ?? new MemoryJournal();
    this.#imageStore = options.imageStore ?? new MemoryImages();
    this.#checkpointer = options.checkpointer ?? new LatestCheckpointSaver();
    this.#tools = new Map(
      (options.tools ?? TOOLS).map(tool => [tool.name, tool])
    );
  }

  async send(command: AgentCommand): Promise<void> {
    const thread = this.thread(command.threadId);
    try {
      await this.#take(thread, command);
    } catch (error) {
      console.error('Cellwright: a command failed', command.type, error);
      const { title, text } = explainRunError(error, this.options.trans);
      this.#tell(command.threadId, {
        type: 'notice',
        code: 'other',
        text: `${title} ${text}`
      });
    }
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  history(threadId: string): Promise<AgentEvent[]> {
    return this.#journal.shown(threadId);
  }

  /** Why edited arguments do not fit a tool's schema, in words; null if they do. */
  async validateArgs(
    tool: string,
    args: Record<string, unknown>
  ): Promise<string | null> {
    return argumentsProblem(this.#tools.get(tool), args);
  }

  /** The thread with this id, made on first use. */
  thread(id: string): Thread {
    let thread = this.#threads.get(id);
    if (!thread) {
      const { workspace, trans, model } = this.options;
      thread = new Thread({
        id,
        workspace,
        trans,
        model,
        provider: this.options.provider ?? provider,
        journal: this.#journal,
        imageStore: this.#imageStore,
        checkpointer: this.#checkpointer,
        tools: this.#tools,
        lanes: this.#lanes,
        tell: body => this.#tell(id, body)
      });
      this.#threads.set(id, thread);
    }
    return thread;
  }

  #take(thread: Thread, command: AgentCommand): Promise<void> | void {
    switch (command.type) {
      case 'start':
        return thread.start(command.messageId, command.text);
      case 'resume':
        return thread.resume(command);
      case 'stop':
        return thread.stop();
      case 'retry':
        return thread.retry();
      case 'queue':
        return thread.queue(command.messageId, command.text);
      case 'turn-rule':
        return thread.setTurnRule(command.on);
      case 'restart-kernel':
        return thread.restartKernel();
    }
  }

  #tell(threadId: string, body: EventBody): void {
    const event: AgentEvent = { ...body, threadId, time: Date.now() };
    if (isKept(event)) {
      // In memory this cannot fail; a durable journal answers for itself.
      void this.#journal.show(threadId, event);
    }
    for (const listener of this.#listeners) {
      listener(event);
    }
  }
}
