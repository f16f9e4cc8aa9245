import { isFencedError } from '../../contract';
import type { IThreadRecord, IThreads } from '../../contract';
import { SerialQueue } from '../util/serial-queue';

/** Characters of a title that nobody chose. */
const TITLE = 60;

export interface IThreadRecordOptions {
  id: string;
  threads: IThreads;
  onFenced(): void;
  /** A change that could not be kept; the thread goes on without it. */
  onProblem(error: unknown): void;
}

/** The record of one thread, as it is and as it is kept. */
export class ThreadRecordWriter {
  readonly #options: IThreadRecordOptions;
  readonly #order = new SerialQueue();
  #record: IThreadRecord | null = null;

  constructor(options: IThreadRecordOptions) {
    this.#options = options;
  }

  /** Null as long as nothing was said in it. */
  get current(): IThreadRecord | null {
    return this.#record;
  }

  async load(): Promise<IThreadRecord | null> {
    const { threads, id } = this.#options;
    this.#record = (await threads.get(id)) ?? null;
    return this.#record;
  }

  /** Made with the first message, which names it; a draft may have made it before. */
  async begin(text: string, notebook: string): Promise<void> {
    const { threads, id } = this.#options;
    await this.#order.run(async () => {
      this.#record ??= await threads.create(id, notebook);
      const title = titleOf(text);
      if (title && !this.#record.named && !this.#record.title) {
        await this.#put({ title });
      }
    });
  }

  /**
   * Changes it; durable once this resolves.
   * @throws what storage says.
   */
  write(change: Partial<IThreadRecord>): Promise<void> {
    return this.#order.run(async () => {
      if (this.#record) {
        await this.#put({ updated: Date.now(), ...change });
      }
    });
  }

  /** Changes it, in its turn; what fails is told, and nothing waits for it. */
  note(change: Partial<IThreadRecord>): void {
    this.write(change).catch((error: unknown) => {
      if (isFencedError(error)) {
        this.#options.onFenced();
      } else {
        this.#options.onProblem(error);
      }
    });
  }

  /** Resolves once every change so far is durable, or was found not to be. */
  async settled(): Promise<void> {
    await this.#order.run(async () => undefined);
  }

  async #put(change: Partial<IThreadRecord>): Promise<void> {
    const { threads, id } = this.#options;
    // In memory first: where storage fails, the thread is as it should be here.
    this.#record = { ...(this.#record as IThreadRecord), ...change };
    await threads.update(id, change);
  }
}

/** The first words of a message. */
function titleOf(text: string): string {
  const line = text.trim().split(/\s*\n/, 1)[0].replace(/\s+/g, ' ');
  if (line.length <= TITLE) {
    return line;
  }
  const cut = line.slice(0, TITLE);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > TITLE / 2 ? end : TITLE)}…`;
}
