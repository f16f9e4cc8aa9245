import { type ITranslator, ThreadError } from '../../contract';

/**
 * What a failed write means to a person; the error itself if it is not about
 * storage.
 */
export function explainWriteError(error: unknown, trans: ITranslator): unknown {
  return nameOf(error) === 'QuotaExceededError'
    ? new ThreadError(
        trans.__(
          'The browser’s space for this site is full, so this step could not be kept. Delete old conversations, then continue.'
        ),
        { cause: error }
      )
    : error;
}

/** The same for reading a checkpoint: missing data is never guessed. */
export function explainReadError(error: unknown, trans: ITranslator): unknown {
  const name = nameOf(error);
  return error instanceof ThreadError || PASSING.has(name)
    ? error
    : new ThreadError(
        trans.__(
          'A record of this conversation could not be read, so it cannot be continued. What can still be read is shown; go on in a new one.'
        ),
        { cause: error, damaged: !DOUBTFUL.has(name) }
      );
}

/** Why a thread can only be viewed, and what to do instead. */
export function damagedText(trans: ITranslator): string {
  return trans.__(
    'Part of this conversation cannot be read. You can look at the rest; to go on, begin a new conversation.'
  );
}

export function goneCheckpoint(trans: ITranslator): ThreadError {
  return new ThreadError(
    trans.__(
      'This point in the conversation is no longer stored, so you can’t continue from here.'
    )
  );
}

/**
 * The connection was closed or the page is being unloaded: says nothing about a
 * record.
 */
const PASSING = new Set([
  'InvalidStateError',
  'AbortError',
  'TransactionInactiveError'
]);

/**
 * Errors a browser reports for its own problems as well as for a record;
 * retrying may help.
 */
const DOUBTFUL = new Set(['UnknownError', 'TimeoutError', 'NetworkError']);

/** By name, because IndexedDB does not always throw an `Error`. */
export function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error
    ? String(error.name)
    : '';
}
