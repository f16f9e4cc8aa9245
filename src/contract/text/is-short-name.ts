/**
 * Whether this may be the short name that Windows gives a file or folder
 * besides its own: `CREDEN~1.JSO` for `credentials.json`, `ENV~1` for `.env`. A
 * short name opens the same file, and only Windows knows which one. (Writing
 * asks for more names than these; see `isOrdinaryFile`.)
 *
 * @param name one name of a path, without the dots and spaces at its end, which
 * Windows drops.
 */
export function isShortName(name: string): boolean {
  return SHORT.test(name);
}

/** At most eight characters with a number at their end, and at most three behind a dot. */
const SHORT = /^(?=.{3,8}(?:\.|$))[^.~\s/\\:]+~\d+(?:\.[^.\s/\\:]{0,3})?$/u;
