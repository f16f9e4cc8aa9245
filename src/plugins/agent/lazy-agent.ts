import type {
  AgentCommand,
  AgentEvent,
  IAgent,
  ITranslator
} from '../../contract';
import { Listeners } from '../../contract/util/listeners';
import { once } from '../util/once';

/**
 * The agent before its code is there: all that JupyterLab loads of it at its
 * start. It can be subscribed to at once, and loads the rest when it is asked
 * for something. That the engine is not loaded with it, is the rest's affair.
 */
export class LazyAgent implements IAgent {
  /** Not `private`, which any script could pass by: a key is behind it. */
  readonly #load: () => Promise<IAgent>;

  private readonly _asked = late(() => this.#load());

  readonly history = this._asked.history;

  readonly getInterruptStatus = this._asked.getInterruptStatus;
  readonly validateArgs = this._asked.validateArgs;
  readonly skills = this._asked.skills;
  readonly memories = this._asked.memories;
  readonly past = late(async () => (await this.#load()).past);
  private readonly _listeners = new Listeners<[AgentEvent]>();

  constructor(
    load: () => Promise<IAgent>,
    private readonly _trans: ITranslator
  ) {
    this.#load = once(async () => {
      const agent = await load();
      agent.subscribe(event => this._pass(event));
      return agent;
    });
  }

  async send(command: AgentCommand): Promise<void> {
    let agent: IAgent;
    try {
      agent = await this.#load();
    } catch (error) {
      console.error('Cellwright could not load its agent', error);
      this._pass({
        type: 'notice',
        code: 'other',
        text: this._trans.__(
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
    return this._listeners.add(listener);
  }

  private _pass(event: AgentEvent): void {
    this._listeners.tell(event);
  }
}

/** Something whose methods answer once it is there: one by one they are too long. */
function late<T extends object>(load: () => Promise<T>): Required<T> {
  return new Proxy({} as Required<T>, {
    get:
      (_, name: string) =>
      async (...args: unknown[]) =>
        ((await load()) as Record<string, (...args: unknown[]) => unknown>)[
          name
        ](...args)
  });
}
