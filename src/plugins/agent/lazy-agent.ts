import type {
  AgentCommand,
  AgentEvent,
  IAgent,
  IReports,
  ITranslator
} from '../../contract';
import { Listeners } from '../../contract/util/listeners';
import { once } from '../util/once';

/**
 * Stands in for the agent until its code is loaded: the only part of it that
 * JupyterLab loads at its start. Listeners can subscribe at once; the rest is
 * loaded with the first request. That rest then decides when to load the
 * engine.
 */
export class LazyAgent implements IAgent {
  /** Not `private`, which any script could bypass: it gives access to a key. */
  readonly #load: () => Promise<IAgent>;

  private readonly _asked = lazy(() => this.#load());

  readonly history = this._asked.history;

  readonly getInterruptStatus = this._asked.getInterruptStatus;
  readonly validateArgs = this._asked.validateArgs;
  readonly skills = this._asked.skills;
  readonly memories = this._asked.memories;
  readonly reports = lazy(async () => (await this.#load()).reports as IReports);
  readonly past = lazy(async () => (await this.#load()).past);
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

/**
 * A proxy whose methods answer once the object is loaded; writing them all out
 * would be too long.
 */
function lazy<T extends object>(load: () => Promise<T>): Required<T> {
  return new Proxy({} as Required<T>, {
    get:
      (_, name: string) =>
      async (...args: unknown[]) =>
        ((await load()) as Record<string, (...args: unknown[]) => unknown>)[
          name
        ](...args)
  });
}
