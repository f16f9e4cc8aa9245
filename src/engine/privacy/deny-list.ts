/**
 * A list of files that are never read, as a question about a path.
 *
 * A pattern without a slash means a name: a file's or that of any folder above
 * it (`.env`, `*.pem`). One with a slash means the end of a path or, with
 * `/**`, all that lies below it (`.aws/**`); a slash at its beginning holds it
 * to the server's root. `*` and `?` stay within a name. Letter case and
 * look-alike forms of characters make no difference, nor do characters that
 * nobody sees, nor dots and spaces at the end of a name, which Windows drops.
 *
 * @returns takes a path from the server's root, as `pathFromRoot` gives it.
 */
export function denyList(
  patterns: readonly string[]
): (path: string) => boolean {
  const paths: RegExp[] = [];
  const names: RegExp[] = [];
  for (const pattern of patterns.map(plain).filter(Boolean)) {
    if (pattern.includes('/')) {
      paths.push(ofPath(pattern));
    } else {
      names.push(glob(pattern, ''));
    }
  }
  return path => {
    const parts = plain(path).split('/').filter(Boolean);
    const whole = parts.join('/');
    return (
      paths.some(each => each.test(whole)) ||
      parts.some(part => names.some(each => each.test(part)))
    );
  };
}

function ofPath(written: string): RegExp {
  const pattern = written.replace(/\/$/, '/**');
  return pattern.startsWith('/')
    ? glob(pattern.slice(1), '')
    : glob(pattern, '(?:.*/)?');
}

function glob(pattern: string, before: string): RegExp {
  const body = pattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map(part => WILDCARDS[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'))
    .join('');
  // What lies below a folder that is named is meant as well.
  return new RegExp(`^${before}${body}(?:/.*)?$`, 's');
}

const WILDCARDS: Record<string, string> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]'
};

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
