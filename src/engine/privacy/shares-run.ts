/** So many characters in a row are not the same in two texts by chance. */
const RUN = 32;
/** The length of the pieces of one text that are looked up in the other. */
const PIECE = 16;
/**
 * The fewest letters and digits in a match: a line of dashes does not count as
 * text.
 */
const LEAST_TOLD = 16;

/**
 * Whether a part of one text appears word for word in another. Different words
 * around it make no difference.
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

/**
 * Whether the match around these positions is long enough, counted in both
 * directions.
 */
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
