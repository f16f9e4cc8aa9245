import { GraphRecursionError } from '@langchain/langgraph/web';

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

/** Whether a run ended since it took too many steps. */
export function isStepLimit(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error instanceof GraphRecursionError ||
      error.name === 'GraphRecursionError')
  );
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
  return explainModelError(error, trans);
}
