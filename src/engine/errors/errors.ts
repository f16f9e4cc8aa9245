import { isFencedError } from '../../contract';

/** What was set up or added cannot be used; the message says what, why, and what to do. */
export class SetupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SetupError';
  }
}

/** The chosen model is one that the person was not told of; the message says which. */
export class UndisclosedModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UndisclosedModelError';
  }
}

/** The reason of an abort by Stop. */
export class StopError extends Error {
  constructor() {
    super('Stopped by the person.');
    this.name = 'AbortError';
  }
}

/** The reason of an abort where another tab drives the thread: nothing is written any more. */
export class DriverLostError extends Error {
  constructor() {
    super('Another tab is working on this conversation.');
    this.name = 'AbortError';
  }
}

/** Whether another tab drives the thread by now. */
export function isFenced(error: unknown): boolean {
  return causeIn(error, isFencedError) !== undefined;
}

/** Faults of storage that may be gone at the next try. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'InvalidStateError',
  'TransactionInactiveError',
  'UnknownError',
  'TimeoutError',
  'NetworkError'
]);

/**
 * Whether a fault of storage or of the way to it may be gone at the next try.
 * By name: not each browser makes these errors of one class.
 */
export function isTransient(error: unknown): boolean {
  for (
    let each = error as { name?: unknown; cause?: unknown } | null | undefined;
    typeof each === 'object' && each !== null;
    each = each.cause as typeof each
  ) {
    if (typeof each.name === 'string' && TRANSIENT.has(each.name)) {
      return true;
    }
  }
  return false;
}

/** The error, or what caused it, that a test holds for; LangChain wraps errors. */
export function causeIn(
  error: unknown,
  test: (error: Error) => boolean
): Error | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (test(each)) {
      return each;
    }
  }
  return undefined;
}
