import { WorkspaceError } from '../../contract';

/**
 * Calls a function of an extension that words a card; if it throws, the call is
 * refused.
 */
export function cardWording<T>(name: string, word: () => T): T {
  try {
    return word();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WorkspaceError(
      'failed',
      `The tool ${name} could not say what this call does: ${reason}`,
      { cause: error }
    );
  }
}
