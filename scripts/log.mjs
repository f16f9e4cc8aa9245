/** A failure that the person can fix: its message says how. */
export class SetupError extends Error {}

/** Prints a plain line about what is going on. */
export function log(sentence) {
  console.log(`> ${sentence}`);
}

/** Prints the final message of a command that could not do its job. */
export function logError(error) {
  console.error(error instanceof SetupError ? error.message : error);
}

/** Runs a command; a failure is logged and makes the exit code 1. */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    logError(error);
    process.exitCode = 1;
  }
}
