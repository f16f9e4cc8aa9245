/** What a person allows to be stored. */
export interface IMemoryPrivacy {
  /** Whether a file is on the person's list of files that are never read. */
  isDenied(path: string): boolean;
}

/** Replaces a value that is not stored. */
export const LEFT_OUT = '…';

/** Text in any kind of quotation marks, numbers, addresses. */
const VALUES =
  // eslint-disable-next-line regexp/no-super-linear-move -- MOST
  /“[^”]*”|"[^"\n]*"|‘[^’]*’|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'|[\w.+-]+@[\w.-]+|\p{N}[\p{N}.,:%/-]*/gu;

/** Maximum length of a stored text; the beginning says what it is about. */
const MAX_COUNT = 4_000;

/** Text that may be the name or path of a file. */
const PATHS = /[^\s"'`“”‘’()<>,;]+/gu;

/**
 * A text without values the person did not type: quoted text, numbers,
 * addresses. A model's text may repeat what it read in a file or an output.
 * Files that are never read are not named.
 */
export function plainWords(
  text: string,
  typed: string,
  { isDenied }: IMemoryPrivacy
): string {
  return text
    .slice(0, MAX_COUNT)
    .replace(PATHS, path =>
      isDenied(path.replace(/(?<![.:!?])[.:!?]+$/, '')) ? LEFT_OUT : path
    )
    .replace(VALUES, value =>
      isTyped(value.replace(/^[“"‘`']|[”"’`']$/gu, ''), typed)
        ? value
        : LEFT_OUT
    );
}

/**
 * Whether the person typed it as a separate word or phrase: having typed 50
 * does not count as 5.
 */
export function isTyped(value: string, typed: string): boolean {
  const bare = value.trim().replace(/(?<![.,:%/-])[.,:%/-]+$/, '');
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
