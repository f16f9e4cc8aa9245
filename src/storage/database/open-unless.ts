import type { ThreadDatabase } from './thread-database';

/**
 * A database, unless it is given up first. One that opens too late is closed
 * again: it would be in the way of others.
 *
 * @throws why it was given up, or why it did not open.
 */
export async function openUnless(
  givenUp: Promise<never>,
  opening: Promise<ThreadDatabase>
): Promise<ThreadDatabase> {
  let isLate = false;
  opening.then(
    database => isLate && database.close(),
    // It is heard of below, or too late to matter.
    () => undefined
  );
  try {
    return await Promise.race([opening, givenUp]);
  } catch (error) {
    isLate = true;
    throw error;
  }
}
