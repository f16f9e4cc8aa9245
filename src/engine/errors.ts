import {
  isFencedError,
  isDamagedError,
  isModelFault,
  isWorkspaceError,
  type IAgentError,
  type ITranslator
} from '../contract';
import { explainFault, modelFault } from '../models';

/**
 * What was set up or added cannot be used; the message says what, why, and what
 * to do.
 */
export class SetupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SetupError';
  }
}

/**
 * The chosen model is one the person was not told about; the message says
 * which.
 */
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

/**
 * The reason of an abort because another tab took over the thread: nothing more
 * is written.
 */
export class DriverLostError extends Error {
  constructor() {
    super('Another tab is working on this conversation.');
    this.name = 'AbortError';
  }
}

/** Whether another tab has taken over the thread. */
export function isFenced(error: unknown): boolean {
  return causeIn(error, isFencedError) !== undefined;
}

/**
 * The error, or one of its causes, that passes the test; LangChain wraps
 * errors.
 */
export function causeIn(
  error: unknown,
  test: (error: Error) => boolean
): Error | undefined {
  for (let each = error; each instanceof Error; each = nextIn(each)) {
    if (test(each)) {
      return each;
    }
  }
  return undefined;
}

/**
 * What is behind an error. LangGraph joins those of several calls of a step; the
 * others only follow from the first.
 */
function nextIn(error: object): unknown {
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] };
  return cause ?? errors?.[0];
}

/** Explains a model's error to the person. */
export function explainModelError(
  error: unknown,
  trans: ITranslator
): IAgentError {
  return explainFault(isModelFault(error) ? error : modelFault(error), trans);
}

/** Explains to the person what ended a run. */
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
          : trans.__('Cellwright cannot continue yet.'),
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
        : trans.__('The conversation could not be saved.'),
      text: storage.message,
      retryable: !damaged
    };
  }
  const setup = causeIn(error, each => each instanceof SetupError);
  if (setup) {
    return {
      code: 'setup',
      title: trans.__('Something in the setup is wrong.'),
      text: setup.message,
      retryable: true
    };
  }
  const untold = causeIn(error, each => each instanceof UndisclosedModelError);
  if (untold) {
    return {
      code: 'untold',
      title: trans.__('This model has not been confirmed yet.'),
      text: untold.message,
      retryable: true,
      chooseModel: true
    };
  }
  return explainModelError(error, trans);
}
