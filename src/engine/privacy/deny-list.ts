import ignore from 'ignore';

/**
 * Makes a test for paths out of a list of files that are never read. Patterns
 * are those of `.gitignore` (https://git-scm.com/docs/gitignore), with two
 * differences that deny more. A pattern that contains a slash matches at any
 * depth, unless it begins with a slash. And letter case, look-alike forms of
 * characters, invisible characters, and dots and spaces at the end of a name,
 * which Windows drops, make no difference.
 *
 * @returns takes a path from the server's root, as `pathFromRoot` gives it.
 */
export function denyList(
  patterns: readonly string[]
): (path: string) => boolean {
  const rules = ignore({ allowRelativePaths: true }).add(
    patterns.map(plain).map(fromAnywhere)
  );
  return path => {
    const whole = plain(path).split('/').filter(Boolean).join('/');
    return whole !== '' && rules.ignores(whole);
  };
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
      .map(name => name.replace(/[. ]+$/, ''))
      .join('/')
  );
}
