import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import { DEFAULT_SETTINGS, isKept } from '../contract';
import type {
  AgentCommand,
  AgentEvent,
  EventBody,
  IAgent,
  IAgentSettings,
  IImageStore,
  IJournal,
  IMiddlewareDeclaration,
  ITool,
  IToolDeclaration,
  ITranslator,
  IWorkspace
} from '../contract';
import { providers } from '../models';
import type { IModelProvider } from '../models';
import { LatestCheckpointSaver, MemoryImages, MemoryJournal } from '../storage';
import { TOOLS } from '../tools';

import type { IKeyedChoice, IRunParts } from './begin-run';
import { SetupError, explainRunError } from './errors';
import { Lanes } from './lane';
import { argumentsProblem } from './pending-review';
import { Thread } from './thread';
import { MIDDLEWARE } from './middleware';
import { toolSet } from './tool-set';

export interface IEngineOptions {
  workspace: IWorkspace;
  trans: ITranslator;
  /** The choice of the moment, and the second model; asked at the beginning of each run. */
  model(): IKeyedChoice & { fallback?: IKeyedChoice };
  /** The settings of the moment, asked at each step; the defaults where not given. */
  settings?(): IAgentSettings;
  /** Every tool there is, asked at the beginning of each run; the built-in ones where not given. */
  tools?(): Promise<readonly (ITool | IToolDeclaration)[]>;
  /** Registered middleware; the built-in ones where not given. */
  middleware?(): Promise<readonly IMiddlewareDeclaration[]>;
  /** The built-in registry where not given. */
  providers?(): Promise<readonly IModelProvider[]>;
  journal?: IJournal;
  imageStore?: IImageStore;
  checkpointer?: BaseCheckpointSaver;
}

/** The agent in the page. Commands in, one stream of events out. */
export class Engine implements IAgent {
  readonly #listeners = new Set<(event: AgentEvent) => void>();
  readonly #threads = new Map<string, Thread>();
  readonly #journal: IJournal;
  readonly #parts: Omit<IRunParts, 'id' | 'tell'>;

  constructor(readonly options: IEngineOptions) {
    const { workspace, trans } = options;
    this.#journal = options.journal ?? new MemoryJournal();
    this.#parts = {
      workspace,
      trans,
      journal: this.#journal,
      imageStore: options.imageStore ?? new MemoryImages(),
      checkpointer: options.checkpointer ?? new LatestCheckpointSaver(),
      lanes: new Lanes(),
      settings: () => options.settings?.() ?? DEFAULT_SETTINGS,
      model: () => options.model(),
      tools: async () => toolSet((await options.tools?.()) ?? TOOLS, trans),
      middleware: async () => (await options.middleware?.()) ?? MIDDLEWARE,
      provider: id => this.#provider(id)
    };
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
    const tools = await this.#parts.tools();
    return argumentsProblem(
      tools.find(each => each.name === tool),
      args
    );
  }

  /** The thread with this id, made on first use. */
  thread(id: string): Thread {
    let thread = this.#threads.get(id);
    if (!thread) {
      thread = new Thread({
        ...this.#parts,
        id,
        tell: body => this.#tell(id, body)
      });
      this.#threads.set(id, thread);
    }
    return thread;
  }

  /** @throws SetupError for an id that no provider has. */
  async #provider(id: string): Promise<IModelProvider> {
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

  #take(thread: Thread, command: AgentCommand): Promise<void> | void {
    switch (command.type) {
      case 'start':
        return thread.start(command);
      case 'resume':
        return thread.resume(command);
      case 'stop':
        return thread.stop();
      case 'retry':
        return thread.retry();
      case 'queue':
        return thread.queue(command.messageId, command.text);
      case 'turn-rule':
        return thread.setTurnRule(command.on, command.effects);
      case 'policy-changed':
        return thread.policyChanged();
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
