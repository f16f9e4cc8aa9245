import ignore from 'ignore';

/**
 * A list of files that are never read, as a question about a path. Patterns are
 * those of `.gitignore` (https://git-scm.com/docs/gitignore), with two
 * differences that deny more: one with a slash holds at any depth, unless it
 * begins with a slash; and letter case and look-alike forms of characters make
 * no difference, nor do characters that nobody sees, nor dots and spaces at the
 * end of a name, which Windows drops.
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

/** With a slash inside, git holds a pattern to the root. */
function fromAnywhere(pattern: string): string {
  return pattern.replace(/^(!?)(?=[^!/].*\/.)/, '$1**/');
}

function plain(path: string): string {
  return (
    path
      .normalize('NFKC')
      // Some file systems take a name for the same without what nobody sees.
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .toLowerCase()
      .trim()
      .split('/')
      .map(name => name.replace(/[. ]+$/, ''))
      .join('/')
  );
}
