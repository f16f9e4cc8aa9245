/** As many as Mistral wants, of what every provider takes in an id. */
const LENGTH = 9;
const CHARACTERS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * An id for a call of a model, in the thread and in all that is sent: nine
 * letters and digits. Mistral takes no other, and the ids stand twice in every
 * later request. One in 10^16, so that no two calls of a browser share one.
 */
export function newCallId(): string {
  let id = '';
  while (id.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      // What is left above would make the first letters more likely.
      if (byte < CHARACTERS.length * 4 && id.length < LENGTH) {
        id += CHARACTERS[byte % CHARACTERS.length];
      }
    }
  }
  return id;
}
