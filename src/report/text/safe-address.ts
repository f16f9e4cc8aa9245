const BASE = 'https://page.invalid/';
const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/**
 * An address that a document may link to, in its normalised spelling; null for
 * one that runs something, reads a file of the reader's, or is invalid.
 * Relative addresses are refused too, since a document travels without the
 * files beside it.
 */
export function safeAddress(address: string): string | null {
  let url: URL;
  try {
    url = new URL(address, BASE);
  } catch {
    // It is not a valid address.
    return null;
  }
  return PROTOCOLS.includes(url.protocol) &&
    url.host !== 'page.invalid' &&
    url.username === '' &&
    url.password === ''
    ? url.href
    : null;
}

/** Names that Windows reserves. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

const MAX_LENGTH = 60;

/**
 * A file name without extension, made from a given text: letters and digits of
 * any script, spaces, `-` and `_`. Never a path, never a hidden file.
 */
export function safeBaseName(wish: string, otherwise = 'report'): string {
  const letters = Array.from(
    wish
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
  const start = letters.slice(0, MAX_LENGTH).join('');
  // A word that would be cut is left out, unless that leaves little.
  const name = (
    letters.length > MAX_LENGTH ? start.replace(/(?<=.{20}) \S*$/u, '') : start
  ).trim();
  return name === '' || RESERVED.test(name) ? otherwise : name;
}
