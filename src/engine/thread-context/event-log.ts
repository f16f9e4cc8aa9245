import {
  isFencedError,
  isKept,
  type AgentEvent,
  type EventBody,
  type IBranch,
  type IJournal,
  type ITranslator
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
  readonly tell = (body: EventBody): void => {
    if (this._muted) {
      return;
    }
    const event = this._stamped(body);
    if (isKept(event)) {
      const { journal } = this._options;
      const kept = journal
        .show(this.at, event)
        .catch((error: unknown) => this._failed(error));
      this._kept = Promise.all([this._kept, kept]);
    }
    this._options.emit(event);
  };

  private readonly _options: IEventLogOptions;
  private _branch = '';
  private _kept: Promise<unknown> = Promise.resolve();
  private _warned = false;

  private _muted = false;

  constructor(options: IEventLogOptions) {
    this._options = options;
  }

  /** The branch that events belong to from now on. */
  get at(): IBranch {
    return { threadId: this._options.threadId, branch: this._branch };
  }

  set branch(branch: string) {
    this._branch = branch;
  }

  /** Tells what belongs in no log: it is about this tab, or about storage itself. */
  tellHere(body: EventBody): void {
    this._options.emit(this._stamped(body));
  }

  /** Resolves once all that was told is durable, or was found not to be. */
  async settled(): Promise<void> {
    await this._kept;
  }

  /** From now on nothing is told or kept: what still comes is of no thread. */
  mute(): void {
    this._muted = true;
  }

  /** Storage that fails is heard of, once. */
  storageFailed(error: unknown): void {
    const { trans } = this._options;
    console.warn('Cellwright: a conversation could not be kept', error);
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
