/** The length that Mistral requires; all providers accept it. */
const LENGTH = 9;
const CHARACTERS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * An id for a model's call, in the thread and in all that is sent: nine letters
 * and digits. Mistral accepts no other form, and each id appears twice in every
 * later request, so it is short. With 10^16 possible ids, no two calls in a
 * browser will share one.
 */
export function newCallId(): string {
  let id = '';
  while (id.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      // Larger bytes are skipped: they would make the first letters more
      // likely.
      if (byte < CHARACTERS.length * 4 && id.length < LENGTH) {
        id += CHARACTERS[byte % CHARACTERS.length];
      }
    }
  }
  return id;
}
