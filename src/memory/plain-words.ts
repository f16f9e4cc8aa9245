/** What a person lets be kept. */
export interface IMemoryPrivacy {
  /** Whether a file is on the person's list of files that are never read. */
  isDenied(path: string): boolean;
}

/** What stands in for a value that is not kept. */
const LEFT_OUT = '…';

/** Between quotation marks of any kind, numbers, addresses. */
const VALUES =
  /“[^”]*”|"[^"\n]*"|‘[^’]*’|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'|[\w.+-]+@[\w.-]+|\p{N}[\p{N}.,:%/-]*/gu;

/** Characters of a text that are kept: what it is about stands at its beginning. */
const MOST = 4_000;

/** What may be the name or the path of a file. */
const PATHS = /[^\s"'`“”‘’()<>,;]+/gu;

/**
 * A text without values that the person did not type: what stands in quotation
 * marks, numbers, addresses. Texts of a model may repeat what it read in a
 * file or an output. Files that are never read are not named.
 */
export function plainWords(
  text: string,
  typed: string,
  { isDenied }: IMemoryPrivacy
): string {
  return text
    .slice(0, MOST)
    .replace(PATHS, path =>
      isDenied(path.replace(/[.:!?]+$/, '')) ? LEFT_OUT : path
    )
    .replace(VALUES, value =>
      isTyped(value.replace(/^[“"‘`']|[”"’`']$/gu, ''), typed)
        ? value
        : LEFT_OUT
    );
}

/** As a word or a phrase of its own: 5 is not typed by who typed 50. */
export function isTyped(value: string, typed: string): boolean {
  const bare = value.trim().replace(/[.,:%/-]+$/, '');
  if (bare === '') {
    return false;
  }
  const word = /[\p{L}\p{N}_]/u;
  for (
    let at = typed.indexOf(bare);
    at >= 0;
    at = typed.indexOf(bare, at + 1)
  ) {
    const [before, after] = [typed.charAt(at - 1), typed[at + bare.length]];
    if (!word.test(before) && !word.test(after ?? '')) {
      return true;
    }
  }
  return false;
}
