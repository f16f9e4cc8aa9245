import {
  isDamagedError,
  isFencedError,
  isModelFault,
  isWorkspaceError
} from '../../contract';
import type { IAgentError, ITranslator } from '../../contract';
import { explainFault, modelFault } from '../../models';

/** A model's error in a person's words. */
export function explainModelError(
  error: unknown,
  trans: ITranslator
): IAgentError {
  return explainFault(isModelFault(error) ? error : modelFault(error), trans);
}

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
    super('Another tab works on this conversation.');
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

/** What ended a run, in a person's words. */
export function explainRunError(
  error: unknown,
  trans: ITranslator
): IAgentError {
  if (isWorkspaceError(error)) {
    return {
      code: error.code,
      title:
        error.code === 'notebook-closed'
          ? trans.__('Cellwright needs a notebook.')
          : trans.__('Cellwright cannot go on yet.'),
      text: error.message,
      retryable: true
    };
  }
  const storage = causeIn(error, each => each.name === 'ThreadError');
  if (storage) {
    const damaged = isDamagedError(storage);
    return {
      code: 'storage',
      title: damaged
        ? trans.__('The conversation could not be read.')
        : trans.__('The conversation could not be kept.'),
      text: storage.message,
      retryable: !damaged
    };
  }
  const setup = causeIn(error, each => each instanceof SetupError);
  if (setup) {
    return {
      code: 'setup',
      title: trans.__('Something in the setup does not fit.'),
      text: setup.message,
      retryable: true
    };
  }
  const untold = causeIn(error, each => each instanceof UndisclosedModelError);
  if (untold) {
    return {
      code: 'untold',
      title: trans.__('Nothing was sent to this model yet.'),
      text: untold.message,
      retryable: true,
      chooseModel: true
    };
  }
  return explainModelError(error, trans);
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
