/** A failure that the person can fix: its message says how. */
export class Trouble extends Error {}

const colour = process.stdout.isTTY && !process.env.NO_COLOR;

/** Prints a plain line about what is going on. */
export function say(sentence) {
  console.log(colour ? `\x1b[36m›\x1b[0m ${sentence}` : `> ${sentence}`);
}

/** Prints the final message of a command that could not do its job. */
export function lament(error) {
  if (error instanceof Trouble) {
    console.error(colour ? `\x1b[31m${error.message}\x1b[0m` : error.message);
  } else {
    console.error(error);
  }
}
