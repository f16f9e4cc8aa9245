import ignore from 'ignore';

/**
 * Makes a test for paths out of a list of files that are never read. Patterns
 * are those of `.gitignore` (https://git-scm.com/docs/gitignore), with two
 * differences that deny more. A pattern that contains a slash matches at any
 * depth, unless it begins with a slash. And letter case, look-alike forms of
 * characters, invisible characters, and dots and spaces at the end of a name,
 * which Windows drops, make no difference. A backup or another download of a
 * file (`secrets.yaml.bak`, `kaggle (1).json`) counts as that file.
 * Short names of Windows are denied as well, unless the list is empty: `ENV~1`
 * may be `.env`, and no pattern can be compared with it.
 *
 * @returns takes a path from the server's root, as `pathFromRoot` gives it.
 */
export function denyList(
  patterns: readonly string[]
): (path: string) => boolean {
  const plainPatterns = patterns.map(plain);
  const rules = ignore({ allowRelativePaths: true }).add(
    plainPatterns.map(fromAnywhere)
  );
  const isEmpty = plainPatterns.every(pattern => pattern === '');
  return path => {
    const names = namesIn(path);
    return (
      names.length > 0 &&
      (rules.ignores(names.join('/')) ||
        rules.ignores(names.map(original).join('/')) ||
        (!isEmpty && names.some(isShortName)))
    );
  };
}

/** Whether a file or folder in a path is named as Windows may call another one. */
export function hasShortName(path: string): boolean {
  return namesIn(path).some(isShortName);
}

function namesIn(path: string): string[] {
  return plain(path).split('/').filter(Boolean);
}

/** No file system has longer names. */
const MAX_NAME = 255;

/** As JupyterLab, Windows, macOS and browsers name copies and downloads. */
const COPY =
  /(?:(?:[-_]| - | )(?:copy|checkpoint)(?:[- ]?\d{1,3})?| \(\d{1,3}\)){1,3}(?=\.[^.]*$|$)/;

/** The name of which this is a backup, a copy or another download. */
function original(name: string): string {
  if (name.length > MAX_NAME) {
    return name;
  }
  return (
    name
      // eslint-disable-next-line regexp/no-super-linear-move -- MAX_NAME
      .replace(/(?:~|\.(?:bak|backup|copy|old|orig|save|sw[op]|\d{1,3}))+$/, '')
      .replace(COPY, '') || name
  );
}

/** Git anchors a pattern with a slash inside to the root; ours is not. */
function fromAnywhere(pattern: string): string {
  return pattern.replace(/^(!?)(?=[^!/].*\/.)/, '$1**/');
}

function plain(path: string): string {
  return (
    path
      .normalize('NFKC')
      // Some file systems treat names as equal that differ only in invisible
      // characters.
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .toLowerCase()
      .trim()
      .split('/')
      .map(name => name.replace(/(?<![. ])[. ]+$/, ''))
      .join('/')
  );
}

/**
 * Whether this may be the short name that Windows gives a file or folder
 * besides its own: `CREDEN~1.JSO` for `credentials.json`, `ENV~1` for `.env`. A
 * short name opens the same file, and only Windows knows which one. (Writing
 * asks for more names than these; see `isOrdinaryFile`.)
 *
 * @param name one name of a path, without the dots and spaces at its end, which
 * Windows drops.
 */
function isShortName(name: string): boolean {
  return SHORT.test(name);
}

/** At most eight characters with a number at their end, and at most three behind a dot. */
const SHORT = /^(?=.{3,8}(?:\.|$))[^.~\s/\\:]+~\d+(?:\.[^.\s/\\:]{0,3})?$/u;
