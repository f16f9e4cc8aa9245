/**
 * Normalises a path written by a model or a person to the server's own
 * spelling: from its root, parts joined by `/`, "" for the root itself. Null
 * for anything that is, or could be read as, a place outside the root: `..`,
 * absolute paths, drives, encoded and look-alike separators, invisible
 * characters.
 *
 * The server has the final say, since links lead wherever they lead; this only
 * ensures that the server gets plain paths.
 */
export function pathFromRoot(path: string): string | null {
  if (path.length > MAX_LENGTH || path.startsWith('/') || isDisguised(path)) {
    return null;
  }
  const parts = path.split('/').filter(part => part !== '' && part !== '.');
  // A JupyterLab drive ("Name:…") is not below the server's root.
  const strange = parts[0]?.includes(':') || !parts.every(isPlainPart);
  return strange ? null : parts.join('/');
}

/**
 * Whether a path is a folder or lies inside it; both from the root, where "" is
 * the root.
 */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Longest path on Linux; other systems allow less. */
const MAX_LENGTH = 4096;

/**
 * Characters that are invisible, change the display order, look like
 * separators, or cannot be in a URL (half of a surrogate pair).
 */
const DISGUISE =
  /[\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u2044\u2215\u2216\u29f5\u29f8\u29f9\uff0f\uff3c\ufe68]/u;

/** Variation selectors select between forms of a visible character. */
const INVISIBLE =
  /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u;

/** Joiners, which some scripts and emoji need between their characters. */
const JOINED =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/**
 * Percent codes that decoding a second time would turn into a dot, a separator,
 * a drive, a home folder, a control character or another such code; overlong
 * forms included.
 */
const ENCODED = /%(2e|2f|5c|3a|7e|7f|25|[01][\da-f]|c0|c1|e0|f0|u[\da-f]{4})/i;

function isDisguised(path: string): boolean {
  const seen = path.replace(JOINED, '');
  return (
    DISGUISE.test(seen) ||
    INVISIBLE.test(seen) ||
    ENCODED.test(path) ||
    ENCODED.test(path.normalize('NFKC'))
  );
}

function isPlainPart(part: string, index: number): boolean {
  // The normalised form must be one plain name as well.
  const plain = part.normalize('NFKC');
  return (
    part === part.trim() &&
    !/[\\/]/.test(plain) &&
    !DOTS.test(plain) &&
    !DRIVE.test(plain) &&
    !(index === 0 && plain.startsWith('~'))
  );
}

/** `..`, also with spaces, more dots or parameters, as some systems accept it. */
const DOTS = /^\s*[.\u3002]\s*[.\u3002][\s.\u3002]*(;.*)?$|^\.$/;

/** `C:` at the beginning, and Windows' file streams. */
const DRIVE = /^[a-z]\s*:|:[:$]/i;

/** The last part of a path on the server. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder of a path on the server; "" for the root. */
export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}
