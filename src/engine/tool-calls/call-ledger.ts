import type {
  ICellRun,
  IOutcomeRecord,
  IToolResult,
  ICallRecord
} from '../../contract';
import { endsWithin } from '../../contract/util/ends-within';
import type { EffectLog } from '../effects/effect-log';
import { GraphInterrupt, isGraphBubbleUp } from '@langchain/langgraph/web';

/** What is known of the end of a call that has no record. */
export type IReadOutcome = Pick<
  IOutcomeRecord,
  'state' | 'broken' | 'ms' | 'ranArgs'
>;

/** The calls of one run: which were shown, and how far each has got. */
export class CallLedger {
  /**
   * The effects of calls that have begun, recorded before they are done; by
   * call.
   */
  readonly begun = new Map<string, EffectLog>();
  /**
   * Calls without effects that were answered in this page, with the only record
   * of them.
   */
  readonly onlyRead = new Map<string, IReadOutcome>();
  /** How calls ended in this page; their records may not be stored yet. */
  readonly ended = new Map<string, Pick<IOutcomeRecord, 'state' | 'ms'>>();
  /** What became of code that an earlier page sent, by call. */
  readonly recalled = new Map<string, ICellRun>();
  /**
   * The call of our own final answer that leaves items of the todo list open, if
   * any.
   */
  leftOpen: string | null = null;

  private readonly _proposed = new Set<string>();
  private readonly _orders = new Map<string, CallSequence>();
  private readonly _ran = new Map<string, string>();
  private readonly _counts = new Map<string, number>();
  private readonly _working = new Set<Promise<unknown>>();
  private readonly _underway = new Map<string, Promise<IToolResult>>();

  /** Takes over what an earlier page knew about the calls. */
  takeOver(earlier: {
    /** Calls that were shown and have no outcome yet. */
    open: Iterable<string>;
    /** The tools that were run, by call. */
    ran: ReadonlyMap<string, string>;
  }): void {
    for (const callId of earlier.open) {
      this.propose(callId);
    }
    earlier.ran.forEach((tool, callId) => this.count(callId, tool));
  }

  /** Calls that were shown and have no outcome yet. */
  get open(): string[] {
    return [...this._proposed];
  }

  /** Records that a call is shown. */
  propose(callId: string): void {
    this._proposed.add(callId);
  }

  /**
   * Records that a call has its outcome.
   *
   * @returns false if it had one before.
   */
  close(callId: string): boolean {
    return this._proposed.delete(callId);
  }

  /** Records that a call runs its tool, once however often it goes on. */
  count(callId: string, tool: string): void {
    if (!this._ran.has(callId)) {
      this._ran.set(callId, tool);
      this._counts.set(tool, (this._counts.get(tool) ?? 0) + 1);
    }
  }

  /** How many other calls have run the tool. */
  othersOf(callId: string, tool: string): number {
    const own = this._ran.get(callId) === tool ? 1 : 0;
    return (this._counts.get(tool) ?? 0) - own;
  }

  /**
   * The order of a step's calls; the same for every call of the step, until the
   * step goes on after a pause.
   */
  order(messageId: string, callIds: string[], callId: string): CallSequence {
    let order = this._orders.get(messageId);
    if (!order || order.isOver(callId)) {
      order = new CallSequence(callIds, order?.failed);
      this._orders.set(messageId, order);
    }
    return order;
  }

  /**
   * The order of a step that was begun before, for the calls that are left.
   *
   * @param failed whether an earlier effect of the step failed.
   */
  reorder(messageId: string, callIds: string[], failed: boolean): void {
    const before = this._orders.get(messageId)?.failed ?? false;
    this._orders.set(messageId, new CallSequence(callIds, failed || before));
  }

  /** Tracks work that Stop has to wait for. */
  track<T>(work: Promise<T>): Promise<T> {
    this._working.add(work);
    const done = (): unknown => this._working.delete(work);
    work.then(done, done);
    return work;
  }

  /** Resolves when all tracked work has settled, or after `ms`. */
  async settled(ms: number): Promise<void> {
    await endsWithin(Promise.allSettled([...this._working]), ms);
  }

  /**
   * Remembers the work of a tool, so that its result is available after a stop.
   */
  underway(callId: string, work: Promise<IToolResult>): Promise<IToolResult> {
    this._underway.set(callId, work);
    return work;
  }

  /** The result of a tool that was begun; undefined if it was not begun. */
  resultOf(callId: string): Promise<IToolResult> | undefined {
    return this._underway.get(callId);
  }
}

/**
 * LangGraph runs the calls of a step as separate tasks, all at once. This class
 * makes them run in the order of the calls, and remembers whether an earlier
 * effect of the step failed.
 */
export class CallSequence {
  private readonly _turns = new Map<string, Promise<void>>();
  private readonly _done = new Map<string, () => void>();
  private _known: Promise<Map<string, ICallRecord>> | null = null;
  private _failed: boolean;
  /** What ended an earlier call without an answer: no later one may begin. */
  private _broken: { error: unknown } | null = null;
  private _isPaused = false;
  private readonly _arrived = new Set<string>();

  /**
   * @param callIds the calls of the step that are not answered yet, in order.
   * @param failed whether an earlier effect of the step failed, in an earlier
   * page.
   */
  constructor(callIds: string[], failed = false) {
    this._failed = failed;
    let previous = Promise.resolve();
    for (const id of callIds) {
      this._turns.set(id, previous);
      previous = new Promise(resolve => this._done.set(id, resolve));
    }
  }

  /**
   * The records of the step's calls, by id; looked up once. A call that was
   * answered in an earlier page may not run again, since its answer is in the
   * checkpoint: later calls must not wait for it.
   */
  known(
    find: (callId: string) => Promise<ICallRecord | undefined>
  ): Promise<Map<string, ICallRecord>> {
    this._known ??= this._lookUp(find);
    return this._known;
  }

  /** Whether an effect of this step has failed so far. */
  get failed(): boolean {
    return this._failed;
  }

  /**
   * Whether the step has paused and goes on now, since a call that has had its
   * turn comes again.
   */
  isOver(callId: string): boolean {
    return this._isPaused && this._arrived.has(callId);
  }

  /** Whether `callId` is the last of the step. */
  isLast(callId: string): boolean {
    return [...this._turns.keys()].at(-1) === callId;
  }

  /**
   * Runs `work` once every earlier call is answered. If an earlier one pauses,
   * this one pauses too; both come again when the graph goes on.
   *
   * @param work returns its result, and whether an effect failed in it.
   */
  async inTurn<T>(
    callId: string,
    work: () => Promise<{ value: T; failed: boolean }>
  ): Promise<T> {
    this._arrived.add(callId);
    await this._turns.get(callId);
    try {
      if (this._isPaused) {
        // It asks for nothing itself.
        throw new GraphInterrupt([]);
      }
      if (this._broken) {
        throw new Error('An earlier call of the step has no answer.', {
          cause: this._broken.error
        });
      }
      const { value, failed } = await work();
      this._failed ||= failed;
      return value;
    } catch (error) {
      if (isGraphBubbleUp(error)) {
        this._isPaused = true;
      } else {
        this._broken ??= { error };
      }
      throw error;
    } finally {
      this._done.get(callId)?.();
    }
  }

  private async _lookUp(
    find: (callId: string) => Promise<ICallRecord | undefined>
  ): Promise<Map<string, ICallRecord>> {
    const known = new Map<string, ICallRecord>();
    for (const record of await Promise.all([...this._turns.keys()].map(find))) {
      if (record) {
        known.set(record.callId, record);
        if (record.outcome) {
          this._failed ||= record.outcome.broken ?? false;
          this._done.get(record.callId)?.();
        }
      }
    }
    return known;
  }
}
