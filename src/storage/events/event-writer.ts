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
 * Events of a thread that wait to be written, in order among themselves and
 * among all other writes. Events that arrive before a write gets its turn share
 * it.
 */
export class EventWriter {
  private readonly _write: (take: () => IShownEvent[]) => Promise<void>;
  private _waiting: IWaiting[] = [];
  private _latest: Promise<void> = Promise.resolve();

  /** @param write calls `take` when it gets its turn, and again if it is repeated. */
  constructor(write: (take: () => IShownEvent[]) => Promise<void>) {
    this._write = write;
  }

  /** Resolves once the event is durable. */
  add(shown: IShownEvent): Promise<void> {
    this._latest = new Promise((resolve, reject) => {
      this._waiting.push({ shown, resolve, reject });
      if (this._waiting.length === 1) {
        void this._run();
      }
    });
    return this._latest;
  }

  /** Resolves once the events so far are durable, or have turned out to be lost. */
  async settled(): Promise<void> {
    // Whoever added the event gets its error.
    await this._latest.catch(() => undefined);
  }

  private async _run(): Promise<void> {
    let batch: IWaiting[] | null = null;
    const take = (): IWaiting[] => {
      if (!batch) {
        batch = this._waiting;
        this._waiting = [];
      }
      return batch;
    };
    try {
      await this._write(() => take().map(({ shown }) => shown));
      take().forEach(({ resolve }) => resolve());
    } catch (error) {
      take().forEach(({ reject }) => reject(error));
    }
  }
}
