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
