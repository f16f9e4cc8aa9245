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

/**
 * Secrets by the form that their makers gave them so that they can be found:
 * private keys, access key ids, tokens with a prefix. The first 39 characters
 * suffice: the head of a table has no more of a value.
 */
const FORMS = [
  '-----BEGIN [A-Z ]{0,30}PRIVATE KEY',
  'PuTTY-User-Key-File-\\d',
  'AGE-SECRET-KEY-1',
  '\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b',
  '\\bgh[pousr]_[A-Za-z0-9]{35}',
  '\\bgithub_pat_\\w{22}',
  '\\bglpat-[\\w-]{20}',
  '\\bxox[abeoprs]-[\\w-]{10}',
  '\\bsk-(?:ant|proj|or|svcacct|admin)-[\\w-]{20}',
  '\\bsk-[A-Za-z0-9]{36}',
  '\\b[rs]k_live_[A-Za-z0-9]{20}',
  '\\bhf_[A-Za-z]{34}',
  '\\bAIza[\\w-]{35}',
  '\\bya29\\.[\\w-]{20}',
  '\\bGOCSPX-[\\w-]{20}',
  '\\b1//0[\\w-]{35}',
  '\\bnpm_[A-Za-z0-9]{35}',
  '\\bpypi-AgE[\\w-]{30}',
  '\\bdop_v1_[a-f0-9]{32}',
  '\\bSG\\.[\\w-]{22}\\.[\\w-]{10}',
  '\\beyJ[\\w-]{10,300}\\.eyJ[\\w-]{10}',
  // {"alg": and {"typ":, of a signed token that was cut
  '\\beyJ(?:hbGciOi|0eXAiOi)[\\w-]{20}'
].join('|');
const SECRET = new RegExp(FORMS);
/** The same with all that belongs to it: a token to its end, a key to its last line. */
const WHOLE = new RegExp(
  `(?:${FORMS})(?:(?<=KEY|File-\\d)[^]*?(?:-----END|$)|[\\w.~+/=-]*)`,
  'g'
);

/** Whether a text holds a private key, an access key id, or a token of known form. */
export function holdsSecret(text: string): boolean {
  return SECRET.test(text);
}

/** A text without the secrets in it, and with a word that there were some. */
export function withoutSecrets(text: string): string {
  return text.replace(
    WHOLE,
    '[withheld: looks like a private key or an access token]'
  );
}
