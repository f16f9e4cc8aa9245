import type { AgentEvent } from '../contract';

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
 * Events of a thread on their way to the disk, in order. Those of one moment,
 * and those that come while others are written, share a transaction.
 */
export class EventLane {
  readonly #write: (batch: IShownEvent[]) => Promise<void>;
  #waiting: IWaiting[] = [];
  #busy = false;

  constructor(write: (batch: IShownEvent[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves once it is durable. */
  add(shown: IShownEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ shown, resolve, reject });
      if (!this.#busy) {
        this.#busy = true;
        queueMicrotask(() => void this.#run());
      }
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch.map(({ shown }) => shown));
        batch.forEach(({ resolve }) => resolve());
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    this.#busy = false;
  }
}
