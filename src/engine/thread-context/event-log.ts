import { isFencedError, isKept } from '../../contract';
import type {
  AgentEvent,
  EventBody,
  IBranch,
  IJournal,
  ITranslator
} from '../../contract';

export interface IEventLogOptions {
  threadId: string;
  journal: IJournal;
  trans: ITranslator;
  /** Where every event goes. */
  emit(event: AgentEvent): void;
  /** Another tab drives the thread by now. */
  onFenced(): void;
}

/** What a thread tells, and its display log: told at once, kept in the order it was told. */
export class EventLog {
  readonly #options: IEventLogOptions;
  #branch = '';
  #kept: Promise<unknown> = Promise.resolve();
  #warned = false;
  #muted = false;

  constructor(options: IEventLogOptions) {
    this.#options = options;
  }

  /** The branch that is told of. */
  get at(): IBranch {
    return { threadId: this.#options.threadId, branch: this.#branch };
  }

  set branch(branch: string) {
    this.#branch = branch;
  }

  readonly tell = (body: EventBody): void => {
    if (this.#muted) {
      return;
    }
    const event = this.#stamped(body);
    if (isKept(event)) {
      const { journal } = this.#options;
      const kept = journal
        .show(this.at, event)
        .catch((error: unknown) => this.#failed(error));
      this.#kept = Promise.all([this.#kept, kept]);
    }
    this.#options.emit(event);
  };

  /** Tells what belongs in no log: it is about this tab, or about storage itself. */
  tellHere(body: EventBody): void {
    this.#options.emit(this.#stamped(body));
  }

  /** Resolves once all that was told is durable, or was found not to be. */
  async settled(): Promise<void> {
    await this.#kept;
  }

  /** From now on nothing is told or kept: what still comes is of no thread. */
  mute(): void {
    this.#muted = true;
  }

  /** Storage that fails is heard of, once. */
  storageFailed(error: unknown): void {
    const { trans } = this.#options;
    console.warn('Cellwright: a conversation could not be kept', error);
    if (!this.#warned && !this.#muted) {
      this.#warned = true;
      this.tellHere({
        type: 'notice',
        code: 'storage',
        text: trans.__(
          'This conversation can’t be saved at the moment: %1 It goes on, but what comes now may be lost if you reload the page.',
          error instanceof Error ? sentence(error.message) : String(error)
        )
      });
    }
  }

  #failed(error: unknown): void {
    if (isFencedError(error)) {
      this.#options.onFenced();
    } else {
      this.storageFailed(error);
    }
  }

  #stamped(body: EventBody): AgentEvent {
    const { threadId } = this.#options;
    return { ...body, threadId, time: Date.now() };
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
