import type {
  IInterruptStatus,
  InterruptAnswer,
  InterruptPayload,
  ITranslator,
  OpenQuestion
} from '../../contract';
import { Deadline } from './deadline';
import { validateAnswer } from '../graph-interrupts/validate-answer';

export interface IPendingOptions {
  value: InterruptPayload;
  trans: ITranslator;
  /**
   * When it was first shown; now, if it is new. Its timeout counts from then.
   */
  openedAt?: number;
  /** Set if the turn stops at its timeout. */
  stops?: boolean;
  /** An answer that an earlier page stored but that did not reach the graph. */
  given?: { answer: InterruptAnswer; by: 'person' | 'timeout' };
  /**
   * Called once when the time is up, and never before the constructor has
   * returned.
   */
  onTimeout?(): void;
  now?(): number;
  /**
   * Starts a timer.
   *
   * @returns a function that stops it.
   */
  setTimer?(act: () => void, ms: number): () => void;
}

/** A node's question that waits for its answer; it takes exactly one. */
export class PendingQuestion {
  /** The question as the card shows it. */
  readonly pending: OpenQuestion;
  private readonly _options: IPendingOptions;
  private _answer: InterruptAnswer | null = null;
  private _by: 'person' | 'timeout' = 'person';
  private _deadline: Deadline | null = null;

  constructor(options: IPendingOptions) {
    const { value, given, openedAt, stops, now = Date.now } = options;
    this._options = options;
    this.pending =
      value.timeout === undefined
        ? value
        : {
            ...value,
            until: (openedAt ?? now()) + value.timeout,
            ...(stops && { stops })
          };
    if (given) {
      this._answer = given.answer;
      this._by = given.by;
    } else {
      this._wait();
    }
  }

  get interruptId(): string {
    return this.pending.interrupt_id;
  }

  get isOpen(): boolean {
    return this._answer === null;
  }

  /** Null while it is open. */
  get given(): InterruptAnswer | null {
    return this._answer;
  }

  get by(): 'person' | 'timeout' {
    return this._by;
  }

  /** For `IInterruptStatus.waiting`. */
  get status(): IInterruptStatus['waiting'][number] {
    const { interrupt_id, kind, node_ref, until } = this.pending;
    return {
      interruptId: interrupt_id,
      kind,
      node: node_ref,
      ...(until && { until })
    };
  }

  /**
   * Takes the person's answer.
   *
   * @returns null if it was accepted; else what is wrong, as a sentence: then
   * nothing has changed.
   */
  answer(answer: unknown): string | null {
    const { value, trans } = this._options;
    if (!this.isOpen) {
      return trans.__('This was already answered; the first answer counts.');
    }
    const read = validateAnswer(value, answer, trans);
    if ('problem' in read) {
      return read.problem;
    }
    this._close(read.answer, 'person');
    return null;
  }

  /** Stops the timer; the question stays as it is. */
  dispose(): void {
    this._deadline?.dispose();
  }

  private _close(answer: InterruptAnswer, by: 'person' | 'timeout'): void {
    this._answer = answer;
    this._by = by;
    this._deadline?.dispose();
  }

  private _wait(): void {
    const { until } = this.pending;
    if (until !== undefined) {
      const { now, setTimer } = this._options;
      this._deadline = new Deadline({
        until,
        now,
        setTimer,
        onReached: () => {
          if (this.isOpen) {
            this._timeOut();
          }
        }
      });
    }
  }

  private _timeOut(): void {
    const { value, onTimeout } = this._options;
    const answer =
      value.on_timeout === 'default' && value.default
        ? value.default
        : ({ cancelled: true } as const);
    this._close(answer, 'timeout');
    onTimeout?.();
  }
}
