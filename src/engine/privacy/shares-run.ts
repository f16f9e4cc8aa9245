/** So many characters in a row are not the same in two texts by chance. */
const RUN = 32;
/**
 * The longest match that is looked at: enough to find letters and digits that
 * stand far apart.
 */
const MAX_RUN = 64;
/**
 * The fewest letters and digits in a match: a line of dashes does not count as
 * text.
 */
const LEAST_TOLD = 16;

/**
 * Whether a part of one text appears word for word in another. Different words
 * around it make no difference.
 *
 * Every place of both texts is looked at, also where the same words come again
 * and again; the work grows with the lengths of the texts, not with their
 * product.
 */
export function sharesRun(text: string, other: string): boolean {
  const [short, long] =
    text.length < other.length ? [text, other] : [other, text];
  const parts = new Set(tellingParts(short));
  if (parts.size === 0) {
    return false;
  }
  for (const part of tellingParts(long)) {
    if (parts.has(part)) {
      return true;
    }
  }
  return false;
}

/**
 * From each place of a text, the shortest part that would count as a match.
 * Where it ends depends only on what is in it, so a part that two texts share
 * has the same end in both.
 */
function* tellingParts(text: string): Generator<string, void> {
  let end = 0;
  let told = 0;
  for (let at = 0; at + RUN <= text.length; at++) {
    const most = Math.min(at + MAX_RUN, text.length);
    while (end < most && (end < at + RUN || told < LEAST_TOLD)) {
      told += isTold(text[end++]) ? 1 : 0;
    }
    if (told >= LEAST_TOLD) {
      yield text.slice(at, end);
    }
    told -= isTold(text[at]) ? 1 : 0;
  }
}

/** The second half of a character outside the basic plane counts for all of it. */
const TOLD = /[\p{L}\p{N}\udc00-\udfff]/u;

function isTold(unit: string): boolean {
  return TOLD.test(unit);
}
