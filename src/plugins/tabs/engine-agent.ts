import type {
  AgentCommand,
  AgentEvent,
  EventBody,
  IAgent,
  IInterruptStatus,
  IMemories,
  IReports,
  ISkillInfo,
  IStartCommand,
  IThreadHistory,
  ITranslator
} from '../../contract';
import { lazyReports } from '../../contract/report/lazy-reports';
import { Listeners } from '../../contract/util/listeners';
import { once } from '../util/once';

/**
 * The part of storage that the tabs of a browser share, where histories come
 * from.
 */
export type IEngineAgent = Omit<IAgent, 'history'>;

/**
 * Stands in for the engine until it is loaded, with the first command. If it
 * cannot be loaded, the thread says so, and Retry tries again.
 */
export class EngineAgent implements IEngineAgent {
  readonly past: IThreadHistory = {
    timeline: async id => (await this.#load()).past.timeline(id),
    checkpoint: async (id, at) => (await this.#load()).past.checkpoint(id, at),
    compare: async (id, from, to) =>
      (await this.#load()).past.compare(id, from, to),
    previewUndo: async (id, runId) =>
      (await this.#load()).past.previewUndo(id, runId),
    audit: async id => (await this.#load()).past.audit(id),
    attachment: async (id, of) => (await this.#load()).past.attachment(id, of),
    planFile: async (id, plan, file) =>
      (await this.#load()).past.planFile(id, plan, file)
  };

  readonly #load: () => Promise<IAgent>;

  /**
   * Reports come with the engine, which handles its own failure to load them.
   */
  readonly reports = lazyReports(
    async () => (await this.#load()).reports as IReports
  );

  /** Not `private`, which any script could bypass: it gives access to a key. */
  #engine: IAgent | null = null;

  private readonly _listeners = new Listeners<[AgentEvent]>();

  private readonly _failed = new Map<string, IStartCommand>();

  /** Threads that could not be opened because there was no engine. */
  private readonly _unopened = new Set<string>();

  constructor(
    load: () => Promise<IAgent>,
    private readonly _trans: ITranslator
  ) {
    this.#load = once(async () => {
      const engine = await load();
      engine.subscribe(event => this._listeners.tell(event));
      this.#engine = engine;
      return engine;
    });
  }

  async send(command: AgentCommand): Promise<void> {
    const wanted = this._resumed(command);
    let engine: IAgent;
    try {
      engine = await this.#load();
    } catch (error) {
      console.error('Cellwright could not load its engine', error);
      this._fail(wanted);
      return;
    }
    const { threadId } = wanted;
    if (this._unopened.delete(threadId)) {
      await engine.send({ type: 'open', threadId });
      if (wanted.type === 'retry') {
        // Opening the thread has shown what to retry, so there is nothing to
        // repeat.
        return;
      }
    }
    await engine.send(wanted);
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this._listeners.add(listener);
  }

  async getInterruptStatus(threadId: string): Promise<IInterruptStatus> {
    return (await this.#load()).getInterruptStatus(threadId);
  }

  /** Without an engine, nothing is waiting that could be edited. */
  async validateArgs(
    tool: string,
    args: Record<string, unknown>
  ): Promise<string | null> {
    return (await this.#engine?.validateArgs?.(tool, args)) ?? null;
  }

  async skills(): Promise<readonly ISkillInfo[]> {
    return (await (await this.#load()).skills?.()) ?? [];
  }

  async memories(): Promise<IMemories | null> {
    return (await (await this.#load()).memories?.()) ?? null;
  }

  /**
   * If the message has not even reached the engine, Retry means sending that
   * message.
   */
  private _resumed(command: AgentCommand): AgentCommand {
    const failed = this._failed.get(command.threadId);
    if (!failed || command.type !== 'retry') {
      return command;
    }
    this._failed.delete(command.threadId);
    return failed;
  }

  private _fail(command: AgentCommand): void {
    const { threadId, type } = command;
    if (type === 'open') {
      this._unopened.add(threadId);
    }
    if (type === 'start') {
      this._failed.set(threadId, command);
      this._tell(threadId, {
        type: 'user-message',
        messageId: command.messageId,
        text: command.text
      });
    }
    if (type === 'start' || type === 'retry') {
      this._tell(threadId, {
        type: 'run-finished',
        runId: type === 'start' ? command.messageId : threadId,
        outcome: 'failed',
        error: {
          code: 'not-loaded',
          title: this._trans.__('Cellwright could not be loaded'),
          text: this._trans.__(
            'A part of it could not be loaded from the Jupyter server. Check your connection, then press Retry.'
          ),
          retryable: true
        }
      });
    } else {
      // What is waiting is stored, and keeps waiting.
      this._tell(threadId, {
        type: 'notice',
        code: 'other',
        text: this._trans.__(
          'A part of Cellwright could not be loaded from the Jupyter server, and nothing was done. Check your connection, then try again.'
        )
      });
    }
  }

  private _tell(threadId: string, body: EventBody): void {
    this._listeners.tell({ ...body, threadId, time: Date.now() });
  }
}
