import { type ITranslator, ThreadError } from '../../contract';

/** What a failed write means to a person; the error itself where it says nothing of storage. */
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

/** The same for a read of a checkpoint: what a record does not hold is not guessed. */
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

/** Why a thread can only be looked at, and what to do instead. */
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

/** The connection was closed or the page is going: says nothing of a record. */
const PASSING = new Set([
  'InvalidStateError',
  'AbortError',
  'TransactionInactiveError'
]);

/** What a browser says of itself as well as of a record: the next try may do. */
const DOUBTFUL = new Set(['UnknownError', 'TimeoutError', 'NetworkError']);

/** By name: what IndexedDB throws is not always an `Error`. */
export function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error
    ? String(error.name)
    : '';
}
