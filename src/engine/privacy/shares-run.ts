/** Characters in a row that two texts have in common by no chance. */
const RUN = 32;
/** Of one of them these pieces are looked up. */
const PIECE = 16;
/** Letters and digits in it, at least: a ruled line is no text. */
const LEAST_TOLD = 16;

/**
 * Whether a part of one text stands in another, word for word: with other words
 * around it, it is still from there.
 */
export function sharesRun(text: string, other: string): boolean {
  if (text.length < RUN || other.length < RUN) {
    return false;
  }
  const places = new Map<string, number>();
  for (let at = 0; at + PIECE <= other.length; at += PIECE) {
    places.set(other.slice(at, at + PIECE), at);
  }
  for (let at = 0; at + PIECE <= text.length; at++) {
    const place = places.get(text.slice(at, at + PIECE));
    if (place !== undefined && isLong(text, at, other, place)) {
      return true;
    }
  }
  return false;
}

/** Whether what is the same at these places is long, both ways together. */
function isLong(
  text: string,
  at: number,
  other: string,
  place: number
): boolean {
  let before = 0;
  while (
    before < at &&
    before < place &&
    before < RUN &&
    text[at - before - 1] === other[place - before - 1]
  ) {
    before++;
  }
  let length = before + PIECE;
  while (
    length < 2 * RUN &&
    at - before + length < text.length &&
    text[at - before + length] === other[place - before + length]
  ) {
    length++;
  }
  const run = text.slice(at - before, at - before + length);
  return (
    length >= RUN && (run.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LEAST_TOLD
  );
}
