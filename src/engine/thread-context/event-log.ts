import {
  isFencedError,
  isKept,
  type AgentEvent,
  type EventBody,
  type IBranch,
  type IJournal,
  type InterruptAnswer,
  type ITranslator
} from '../../contract';

export interface IEventLogOptions {
  threadId: string;
  journal: IJournal;
  trans: ITranslator;
  /** Receives every event. */
  emit(event: AgentEvent): void;
  /** Called when another tab has taken over the thread. */
  onFenced(): void;
}

/**
 * A thread's events and its display log: events are emitted at once, and stored
 * in the same order.
 */
export class EventLog {
  readonly tell = (body: EventBody): void => {
    if (this._muted) {
      return;
    }
    const event = this._stamped(body);
    this.noteAnswers([event]);
    if (isKept(event)) {
      const { journal } = this._options;
      const write = journal
        .show(this.at, event)
        .catch((error: unknown) => this._failed(error));
      this._kept = Promise.all([this._kept, write]);
    }
    this._options.emit(event);
  };

  /** The answers to questions of this branch, by question: see `askPerson`. */
  readonly answers = new Map<string, InterruptAnswer>();

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
    this.answers.clear();
  }

  /** Adds the answers among events, of this page or an earlier one. */
  noteAnswers(events: readonly AgentEvent[]): void {
    for (const event of events) {
      if (event.type === 'interrupt-closed' && event.answer) {
        this.answers.set(event.interruptId, event.answer);
      }
    }
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
    return { ...body, threadId, time: Date.now() };
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
