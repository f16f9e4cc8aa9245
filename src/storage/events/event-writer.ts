import type { AgentEvent } from '../../contract';

export interface IShownEvent {
  branch: string;
  event: AgentEvent;
}

interface IWaiting {
  shown: IShownEvent;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Events of a thread on their way to the disk, in order, and in the order of all
 * that is written: those that come before a write has its turn share it.
 */
export class EventWriter {
  readonly #write: (take: () => IShownEvent[]) => Promise<void>;
  #waiting: IWaiting[] = [];

  /** @param write calls `take` once it has its turn, and again where it is repeated. */
  constructor(write: (take: () => IShownEvent[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves once it is durable. */
  add(shown: IShownEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ shown, resolve, reject });
      if (this.#waiting.length === 1) {
        void this.#run();
      }
    });
  }

  async #run(): Promise<void> {
    let batch: IWaiting[] | null = null;
    const take = (): IWaiting[] => {
      if (!batch) {
        batch = this.#waiting;
        this.#waiting = [];
      }
      return batch;
    };
    try {
      await this.#write(() => take().map(({ shown }) => shown));
      take().forEach(({ resolve }) => resolve());
    } catch (error) {
      take().forEach(({ reject }) => reject(error));
    }
  }
}
