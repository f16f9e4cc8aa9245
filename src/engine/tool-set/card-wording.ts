import { WorkspaceError } from '../../contract';

/** What an extension says on a card; what it throws sends the call back. */
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
