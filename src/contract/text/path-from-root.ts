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

/**
 * Whether a path fits a glob: `*` and `?` within a part, `**` across parts,
 * `[abc]`, `{a,b}`. A glob without `/` is compared with the last part only.
 *
 * Does not use a regular expression, because a hostile glob could make one run
 * forever.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const parts = path.split('/');
  if (glob.length > MAX_GLOB) {
    return false;
  }
  return alternatives(glob).some(one =>
    one.includes('/')
      ? fitsParts(parts, one.replace(/^\.?\//, '').split('/'))
      : fitsName(parts[parts.length - 1], one)
  );
}

/** A longer glob is an attack, not a pattern. */
const MAX_GLOB = 256;

/**
 * Maximum number of alternatives in one glob; more are an attack, not a real
 * pattern.
 */
const MAX_ALTERNATIVES = 64;

/** `a.{b,c}` → `a.b`, `a.c`. */
function alternatives(glob: string): string[] {
  let open = [glob];
  for (;;) {
    const next = open.flatMap(one => {
      const match = /^(.*?)\{([^{},]*,[^{}]*)\}(.*)$/s.exec(one);
      return match
        ? match[2].split(',').map(each => `${match[1]}${each}${match[3]}`)
        : [one];
    });
    if (next.length === open.length || next.length > MAX_ALTERNATIVES) {
      return open;
    }
    open = next;
  }
}

function fitsParts(parts: string[], globs: string[]): boolean {
  return fits(
    parts.length,
    globs.length,
    at => globs[at] === '**',
    (at, glob) => fitsName(parts[at], globs[glob])
  );
}

function fitsName(name: string, glob: string): boolean {
  const characters = [...name];
  // eslint-disable-next-line regexp/no-super-linear-move -- MAX_GLOB
  const tokens = glob.match(/\[!?\]?[^\]]*\]|./gsu) ?? [];
  return fits(
    characters.length,
    tokens.length,
    at => tokens[at] === '*' || tokens[at] === '**',
    (at, token) => fitsCharacter(characters[at], tokens[token])
  );
}

function fitsCharacter(character: string, token: string): boolean {
  if (token === '?') {
    return true;
  }
  if (token.length < 3 || !token.startsWith('[')) {
    return token === character;
  }
  const negated = token[1] === '!';
  const set = [...token.slice(negated ? 2 : 1, -1)];
  const found = set.some((one, at) =>
    set[at + 1] === '-' && at + 2 < set.length
      ? one <= character && character <= set[at + 2]
      : one === character
  );
  return found !== negated;
}

/** Backtracks only to the last star, which is sufficient: at most n × m steps. */
function fits(
  length: number,
  tokens: number,
  isStar: (token: number) => boolean,
  fit: (at: number, token: number) => boolean
): boolean {
  let at = 0;
  let token = 0;
  let star = -1;
  let starAt = 0;
  while (at < length) {
    if (token < tokens && isStar(token)) {
      star = token++;
      starAt = at;
    } else if (token < tokens && fit(at, token)) {
      at++;
      token++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++starAt;
    } else {
      return false;
    }
  }
  while (token < tokens && isStar(token)) {
    token++;
  }
  return token === tokens;
}
