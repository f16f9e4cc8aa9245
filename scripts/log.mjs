/** A failure that the person can fix: its message says how. */
export class SetupError extends Error {}

const colour = process.stdout.isTTY && !process.env.NO_COLOR;

/** Prints a plain line about what is going on. */
export function log(sentence) {
  console.log(colour ? `\x1b[36m›\x1b[0m ${sentence}` : `> ${sentence}`);
}

/** Prints the final message of a command that could not do its job. */
export function logError(error) {
  if (error instanceof SetupError) {
    console.error(colour ? `\x1b[31m${error.message}\x1b[0m` : error.message);
  } else {
    console.error(error);
  }
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
