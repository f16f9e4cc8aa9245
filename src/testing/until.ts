/** ms that something may take on a busy machine. */
const PATIENCE = 60_000;

/**
 * Waits until a condition holds, however slow the machine is.
 *
 * @throws Error that says what did not happen.
 */
export async function until(
  condition: () => unknown,
  what = 'What was waited for'
): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await condition()) {
      return;
    }
    await new Promise(resolve => setTimeout(resolve, 1));
  }
  throw new Error(`${what} did not come about`);
}
