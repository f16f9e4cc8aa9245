import { isModelFault, isWorkspaceError } from '../contract';
import type { IAgentError, ITranslator } from '../contract';
import { explainFault, toModelFault } from '../models';

/** A model's error in a person's words. */
export function explainModelError(
  error: unknown,
  trans: ITranslator
): IAgentError {
  return explainFault(isModelFault(error) ? error : toModelFault(error), trans);
}

/** What was set up or added cannot be used; the message says what, why, and what to do. */
export class SetupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SetupError';
  }
}

/** The reason of an abort by Stop. */
export class StopError extends Error {
  constructor() {
    super('Stopped by the person.');
    this.name = 'AbortError';
  }
}

/** What ended a run, in a person's words. */
export function explainRunError(
  error: unknown,
  trans: ITranslator
): IAgentError {
  if (isWorkspaceError(error)) {
    return {
      code: error.code,
      title: trans.__('Cellwright needs a notebook.'),
      text: error.message,
      retryable: true
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
