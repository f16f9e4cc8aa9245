import {
  isFencedError,
  type IThreadRecord,
  type IThreads
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';

/** The most characters of a title that was made from a message. */
const TITLE = 60;

export interface IThreadRecordOptions {
  id: string;
  threads: IThreads;
  onFenced(): void;
  /**
   * Called if a change could not be stored; the thread continues without it.
   */
  onProblem(error: unknown): void;
}

/** The record of one thread, in memory and in storage. */
export class ThreadRecordWriter {
  private readonly _options: IThreadRecordOptions;
  private readonly _order = new SerialQueue();
  private _record: IThreadRecord | null = null;

  constructor(options: IThreadRecordOptions) {
    this._options = options;
  }

  /** Null as long as nothing was said in the thread. */
  get current(): IThreadRecord | null {
    return this._record;
  }

  async load(): Promise<IThreadRecord | null> {
    const { threads, id } = this._options;
    this._record = (await threads.get(id)) ?? null;
    return this._record;
  }

  /**
   * Creates the record with the first message, which gives the title; a draft
   * may have created it before.
   */
  async begin(text: string, notebook: string): Promise<void> {
    const { threads, id } = this._options;
    await this._order.run(async () => {
      this._record ??= await threads.create(id, notebook);
      const title = titleOf(text);
      if (title && !this._record.named && !this._record.title) {
        await this._put({ title });
      }
    });
  }

  /**
   * Changes the record; durable once this resolves.
   *
   * @throws the error of storage.
   */
  async write(change: Partial<IThreadRecord>): Promise<void> {
    await this._order.run(async () => {
      if (this._record) {
        await this._put({ updated: Date.now(), ...change });
      }
    });
  }

  /**
   * Queues a change of the record; a failure is reported, and nobody waits for
   * it.
   */
  note(change: Partial<IThreadRecord>): void {
    this.write(change).catch((error: unknown) => {
      if (isFencedError(error)) {
        this._options.onFenced();
      } else {
        this._options.onProblem(error);
      }
    });
  }

  /** Resolves once every change so far is durable, or could not be stored. */
  async settled(): Promise<void> {
    await this._order.run(async () => undefined);
  }

  private async _put(change: Partial<IThreadRecord>): Promise<void> {
    const { threads, id } = this._options;
    // In memory first: if storage fails, the thread is still right in this
    // page.
    this._record = { ...(this._record as IThreadRecord), ...change };
    await threads.update(id, change);
  }
}

/** The first words of a message. */
function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0].trim().replace(/\s+/g, ' ');
  if (line.length <= TITLE) {
    return line;
  }
  const cut = line.slice(0, TITLE);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > TITLE / 2 ? end : TITLE)}…`;
}
