import { hashText } from '../../contract';

/**
 * Strings from this length on are stored by their hash, because outputs, files
 * and images recur in messages, events, calls and checkpoints.
 */
export const LONG = 1000;

export interface IFoldedTexts {
  /** With `{ $text: hash }` in place of each long string. */
  value: unknown;
  /** The long strings, by hash. */
  texts: Map<string, string>;
}

/** Takes the long strings out of a JSON value, without changing the argument. */
export function foldTexts(value: unknown): IFoldedTexts {
  const texts = new Map<string, string>();
  const fold = (part: unknown): unknown => {
    if (typeof part === 'string' && part.length > LONG) {
      const hash = `${hashText(part)}-${part.length}`;
      texts.set(hash, part);
      return { [MARK]: hash };
    }
    return within(part, fold, key =>
      LOOKS_LIKE_MARK.test(key) ? `$${key}` : key
    );
  };
  return { value: fold(value), texts };
}

/**
 * Puts the long strings back. Requests each one once, all at the same time, and
 * waits for nothing else, so that `find` may use a transaction.
 *
 * @param missing replaces a text that is gone.
 */
export async function unfoldTexts(
  value: unknown,
  find: (hash: string) => Promise<string | undefined>,
  missing = 'A long text stood here; it could not be read.'
): Promise<unknown> {
  const hashes = new Set<string>();
  collect(value, hashes);
  const texts = new Map(
    await Promise.all(
      [...hashes].map(async hash => [hash, await find(hash)] as const)
    )
  );
  const unfold = (part: unknown): unknown => {
    const hash = hashIn(part);
    return hash === null
      ? within(part, unfold, key => (ESCAPED.test(key) ? key.slice(1) : key))
      : (texts.get(hash) ?? missing);
  };
  return unfold(value);
}

/** Hashes of the long strings in a folded value. */
export function textsIn(value: unknown): Set<string> {
  const hashes = new Set<string>();
  collect(value, hashes);
  return hashes;
}

const MARK = '$text';
/** A key of the data itself that looks like our mark gets an additional `$`. */
const LOOKS_LIKE_MARK = /^\$+text$/;
const ESCAPED = /^\$\$+text$/;

function hashIn(part: unknown): string | null {
  if (!isObject(part)) {
    return null;
  }
  const hash = part[MARK];
  return typeof hash === 'string' ? hash : null;
}

function collect(part: unknown, hashes: Set<string>): void {
  const hash = hashIn(part);
  if (hash !== null) {
    hashes.add(hash);
  } else if (Array.isArray(part)) {
    part.forEach(item => collect(item, hashes));
  } else if (isObject(part)) {
    Object.values(part).forEach(item => collect(item, hashes));
  }
}

/** The same array or object with its parts changed; any other value unchanged. */
function within(
  part: unknown,
  change: (part: unknown) => unknown,
  rename: (key: string) => string
): unknown {
  if (Array.isArray(part)) {
    return part.map(change);
  }
  if (isObject(part)) {
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [rename(key), change(item)])
    );
  }
  return part;
}

/**
 * Does not check the prototype, because a value may come from another frame.
 * Byte arrays do not count.
 */
function isObject(part: unknown): part is Record<string, unknown> {
  return Object.prototype.toString.call(part) === '[object Object]';
}
