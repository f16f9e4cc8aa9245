/** Parts of a name: `getHTTPResponse2` is get, HTTP, Response and 2. */
const PARTS =
  /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\p{N}+/gu;

/** Runs of letters and digits; scripts without spaces come character by character. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{L}\p{M}\p{N}]|$)/gu;

/** Characters of a word that is kept whole beside its parts, and that has an ending. */
const LONGEST = 40;

/**
 * The words of a text as an index holds them and a search asks for them: in
 * lower case, names of code taken apart and whole as well (`listIssues` is
 * list, issue and listissues), and English endings off, so that "created
 * tables" finds "create table".
 */
export function tokenize(text: string): string[] {
  return (text.normalize('NFKC').match(WORDS) ?? []).flatMap(word => {
    const parts = word.match(PARTS) ?? [];
    const whole = word.length <= LONGEST ? [stem(word.toLowerCase())] : [];
    return parts.length > 1
      ? [
          ...parts.filter(isWorthIt).map(part => stem(part.toLowerCase())),
          ...whole
        ]
      : whole;
  });
}

/** A letter or a digit alone, out of a name, tells nothing. */
function isWorthIt(part: string): boolean {
  return part.length > 1;
}

/** What is before the endings of English words; other words as they are. */
function stem(word: string): string {
  if (word.length < 4 || word.length > LONGEST || !/^[a-z]+$/.test(word)) {
    return word;
  }
  const singular = word.replace(
    /ies$|(?<=s|x|z|ch|sh)es$|(?<![siu])s$/,
    ending => (ending === 'ies' ? 'y' : '')
  );
  const verb = singular.replace(/(?<=[aeiouy].*[a-z]{2})(ing|ed)$/, '');
  const short =
    verb !== singular ? verb.replace(/([bdgklmnprt])\1$/, '$1') : verb;
  return short.length > 4 ? short.replace(/e$/, '') : short;
}
