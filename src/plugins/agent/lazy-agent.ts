import type {
  AgentCommand,
  AgentEvent,
  IAgent,
  IInterruptStatus,
  ISkillInfo,
  IThreadHistory,
  ITranslator
} from '../../contract';
import { once } from '../util/once';

/**
 * The agent before its code is there: all that JupyterLab loads of it at its
 * start. It can be subscribed to at once, and loads the rest when it is asked
 * for something. That the engine is not loaded with it, is the rest's affair.
 */
export class LazyAgent implements IAgent {
  constructor(
    load: () => Promise<IAgent>,
    private readonly trans: ITranslator
  ) {
    this.#load = once(async () => {
      const agent = await load();
      agent.subscribe(event => this.pass(event));
      return agent;
    });
  }

  async send(command: AgentCommand): Promise<void> {
    let agent: IAgent;
    try {
      agent = await this.#load();
    } catch (error) {
      console.error('Cellwright could not load its agent', error);
      this.pass({
        type: 'notice',
        code: 'other',
        text: this.trans.__(
          'Cellwright could not be loaded. Check your connection, then try again.'
        ),
        threadId: command.threadId,
        time: Date.now()
      });
      return;
    }
    await agent.send(command);
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    this._listeners.add(listener);
    return () => {
      this._listeners.delete(listener);
    };
  }

  async history(threadId: string): Promise<AgentEvent[]> {
    return (await this.#load()).history(threadId);
  }

  async getInterruptStatus(threadId: string): Promise<IInterruptStatus> {
    return (await this.#load()).getInterruptStatus(threadId);
  }

  /** Each of its methods, once the agent is there: one by one they are too long. */
  readonly past = new Proxy({} as IThreadHistory, {
    get:
      (_, name: keyof IThreadHistory) =>
      async (...args: unknown[]) => {
        const { past } = await this.#load();
        return (past[name] as (...args: unknown[]) => unknown)(...args);
      }
  });

  async validateArgs(
    tool: string,
    args: Record<string, unknown>
  ): Promise<string | null> {
    return (await (await this.#load()).validateArgs?.(tool, args)) ?? null;
  }

  async skills(): Promise<readonly ISkillInfo[]> {
    return (await (await this.#load()).skills?.()) ?? [];
  }

  private pass(event: AgentEvent): void {
    this._listeners.forEach(listener => listener(event));
  }

  /** Not `private`, which any script could pass by: a key is behind it. */
  readonly #load: () => Promise<IAgent>;
  private readonly _listeners = new Set<(event: AgentEvent) => void>();
}
