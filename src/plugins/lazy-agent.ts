import type {
  AgentCommand,
  AgentEvent,
  EventBody,
  IAgent,
  IStartCommand,
  ITranslator
} from '../contract';
import { once } from './once';

/**
 * The agent before its engine is there. It can be subscribed to at once, loads
 * the engine with the first command that needs it, and says so in the thread
 * when that fails, where Retry tries again.
 */
export class LazyAgent implements IAgent {
  constructor(
    load: () => Promise<IAgent>,
    private readonly trans: ITranslator
  ) {
    this.#load = once(async () => {
      const engine = await load();
      engine.subscribe(event => this.pass(event));
      this.#engine = engine;
      return engine;
    });
  }

  async send(command: AgentCommand): Promise<void> {
    const wanted = this.resumed(command);
    if (!this.#engine && !NEEDS_ENGINE.has(wanted.type)) {
      return;
    }
    let engine: IAgent;
    try {
      engine = await this.#load();
    } catch (error) {
      console.error('Cellwright could not load its engine', error);
      this.fail(wanted);
      return;
    }
    await engine.send(wanted);
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    this._listeners.add(listener);
    return () => {
      this._listeners.delete(listener);
    };
  }

  /** Empty as long as nothing was sent: there is no history without an engine. */
  async history(threadId: string): Promise<AgentEvent[]> {
    return this.#engine?.history(threadId) ?? [];
  }

  async validateArgs(
    tool: string,
    args: Record<string, unknown>
  ): Promise<string | null> {
    return (await this.#engine?.validateArgs?.(tool, args)) ?? null;
  }

  /** Retry, where the message has not even reached the engine, is that message. */
  private resumed(command: AgentCommand): AgentCommand {
    const failed = this._failed.get(command.threadId);
    if (!failed || command.type !== 'retry') {
      return command;
    }
    this._failed.delete(command.threadId);
    return failed;
  }

  private fail(command: AgentCommand): void {
    const { threadId } = command;
    if (command.type === 'start') {
      this._failed.set(threadId, command);
      this.pass({
        type: 'user-message',
        messageId: command.messageId,
        text: command.text,
        ...stamp(threadId)
      });
    }
    const finished: EventBody = {
      type: 'run-finished',
      runId: command.type === 'start' ? command.messageId : threadId,
      outcome: 'failed',
      error: {
        code: 'not-loaded',
        title: this.trans.__('Cellwright could not be loaded'),
        text: this.trans.__(
          'Its engine did not arrive from the Jupyter server. Check your connection, then press Retry.'
        ),
        retryable: true
      }
    };
    this.pass({ ...finished, ...stamp(threadId) });
  }

  private pass(event: AgentEvent): void {
    this._listeners.forEach(listener => listener(event));
  }

  /** Not `private`, which any script could pass by: a key is behind it. */
  #engine: IAgent | null = null;
  readonly #load: () => Promise<IAgent>;
  private readonly _listeners = new Set<(event: AgentEvent) => void>();
  private readonly _failed = new Map<string, IStartCommand>();
}

/** The others speak of a run, and without an engine there is none. */
const NEEDS_ENGINE: ReadonlySet<AgentCommand['type']> = new Set([
  'start',
  'retry',
  'queue',
  'turn-rule'
] as const);

function stamp(threadId: string): { threadId: string; time: number } {
  return { threadId, time: Date.now() };
}
