import {
  isFencedError,
  isKept,
  type AgentEvent,
  type EventBody,
  type IBranch,
  type IJournal,
  type ITranslator
} from '../../contract';
import { OpenCards } from '../interrupts/open-cards';

export interface IEventLogOptions {
  threadId: string;
  journal: IJournal;
  trans: ITranslator;
  /** Receives every event. */
  emit(event: AgentEvent): void;
  /** Called when another tab has taken over the thread. */
  onFenced(): void;
  /** Called when another number of decisions and answers is missing. */
  onPending(count: number): void;
}

/**
 * A thread's events and its display log: events are emitted at once, and stored
 * in the same order.
 */
export class EventLog {
  /** @param show shows it later, in its place in a stream. */
  readonly tell = (body: EventBody, show = this.show): void => {
    if (this._muted) {
      return;
    }
    const event = this._stamped(body);
    const before = this.open.count;
    this.open.note(event);
    if (this.open.count !== before) {
      this._options.onPending(this.open.count);
    }
    if (isKept(event)) {
      const { journal } = this._options;
      const write = journal
        .show(this.at, event)
        .catch((error: unknown) => this._failed(error));
      this._kept = Promise.all([this._kept, write]);
    }
    show(event);
  };

  /** Emits an event that is stored already, or is not kept. */
  readonly show = (body: EventBody): void => {
    if (!this._muted) {
      this._options.emit(this._stamped(body));
    }
  };

  /** What waits for a person in this branch. */
  readonly open = new OpenCards();

  private readonly _options: IEventLogOptions;
  private _branch = '';
  private _kept: Promise<unknown> = Promise.resolve();
  private _warned = false;

  private _muted = false;

  constructor(options: IEventLogOptions) {
    this._options = options;
  }

  /** The branch that new events belong to. */
  get at(): IBranch {
    return { threadId: this._options.threadId, branch: this._branch };
  }

  set branch(branch: string) {
    this._branch = branch;
    this.open.clear();
  }

  /**
   * Emits an event that is not logged, since it is about this tab or about
   * storage itself.
   */
  tellHere(body: EventBody): void {
    this._options.emit(this._stamped(body));
  }

  /** Resolves once every event so far is durable, or could not be stored. */
  async settled(): Promise<void> {
    await this._kept;
  }

  /**
   * From now on nothing is emitted or stored: later events belong to no thread.
   */
  mute(): void {
    this._muted = true;
  }

  /** Reports a storage failure, once. */
  storageFailed(error: unknown): void {
    const { trans } = this._options;
    console.warn('Cellwright: a conversation could not be stored', error);
    if (!this._warned && !this._muted) {
      this._warned = true;
      this.tellHere({
        type: 'notice',
        code: 'storage',
        text: trans.__(
          'This conversation can’t be saved at the moment: %1 You can go on, but anything new may be lost if you reload the page.',
          error instanceof Error ? sentence(error.message) : String(error)
        )
      });
    }
  }

  private _failed(error: unknown): void {
    if (isFencedError(error)) {
      this._options.onFenced();
    } else {
      this.storageFailed(error);
    }
  }

  private _stamped(body: EventBody): AgentEvent {
    const { threadId } = this._options;
    return { threadId, time: Date.now(), ...body };
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
