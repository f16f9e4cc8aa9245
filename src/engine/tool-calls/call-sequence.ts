import { GraphInterrupt, isGraphBubbleUp } from '@langchain/langgraph/web';

import type { ICallRecord } from '../../contract';

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
