/** Parts of a name: `getHTTPResponse2` is get, HTTP, Response and 2. */
const PARTS = /(?:\p{Lu}(?!\p{Ll}))+|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu;

/** Runs of letters and digits; in scripts without spaces, single characters. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu;

/** Maximum length of a word that is stemmed and also kept whole besides its parts. */
const MAX_LENGTH = 40;

/**
 * The words of a text, for both indexing and searching: in lower case, with
 * names of code both split and whole (`listIssues` is list, issue and
 * listissues), and without English endings, so that "created tables" finds
 * "create table".
 */
export function tokenize(text: string): string[] {
  return (text.normalize('NFKC').match(WORDS) ?? []).flatMap(word => {
    const parts = word.match(PARTS) ?? [];
    const whole = word.length <= MAX_LENGTH ? [stem(word.toLowerCase())] : [];
    return parts.length > 1
      ? [
          ...parts.filter(isWorthIt).map(part => stem(part.toLowerCase())),
          ...whole
        ]
      : whole;
  });
}

/** A single letter or digit from a name says nothing. */
function isWorthIt(part: string): boolean {
  return part.length > 1;
}

/** An English word without its ending; other words unchanged. */
function stem(word: string): string {
  if (word.length < 4 || word.length > MAX_LENGTH || !/^[a-z]+$/.test(word)) {
    return word;
  }
  const singular = word.replace(
    /ies$|(?<=s|x|z|ch|sh)es$|(?<![siu])s$/,
    ending => (ending === 'ies' ? 'y' : '')
  );
  const verb = singular.replace(/(?<=[aeiouy][a-z]{2,40})(ing|ed)$/, '');
  const short =
    verb !== singular ? verb.replace(/([bdgklmnprt])\1$/, '$1') : verb;
  return short.length > 4 ? short.replace(/e$/, '') : short;
}

/** Words that do not say what a request is about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  tokenize(
    `a about all also am an and any anybody are as at be been but by can could
    did do does done each every for from get give go had has have her his how i
    if in into is it its just let lets like make many may me much my need not of
    off on one or our out over please so some somebody still tell that the their
    them then there these they this those to up us want was we were what when
    where which who why will with would you your`
  )
);
