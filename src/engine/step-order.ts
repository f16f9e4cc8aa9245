/**
 * LangGraph runs the calls of a step as tasks of their own, all at once. This
 * holds them to the order of the calls, and remembers whether an effect before
 * a call failed.
 */
export class StepOrder {
  readonly #turns = new Map<string, Promise<void>>();
  readonly #done = new Map<string, () => void>();
  #failed = false;

  /** @param callIds the calls of the step that are still to be answered, in order. */
  constructor(callIds: string[]) {
    let previous = Promise.resolve();
    for (const id of callIds) {
      this.#turns.set(id, previous);
      previous = new Promise(resolve => this.#done.set(id, resolve));
    }
  }

  /** Whether an effect of this step has failed so far. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Whether `callId` is the last of the step. */
  isLast(callId: string): boolean {
    return [...this.#turns.keys()].at(-1) === callId;
  }

  /**
   * Runs `work` once every call before it is answered.
   * @param work gives its result and whether an effect failed in it.
   */
  async inTurn<T>(
    callId: string,
    work: () => Promise<{ value: T; failed: boolean }>
  ): Promise<T> {
    await this.#turns.get(callId);
    try {
      const { value, failed } = await work();
      this.#failed ||= failed;
      return value;
    } finally {
      this.#done.get(callId)?.();
    }
  }
}
