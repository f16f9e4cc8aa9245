const BASE = 'https://page.invalid/';
const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/**
 * An address that a document may link to, in its own spelling; null for one that
 * runs something, reads a file of the reader's, or is none. What lies beside
 * the report is none either: a document travels without it.
 */
export function safeAddress(address: string): string | null {
  let url: URL;
  try {
    url = new URL(address, BASE);
  } catch {
    // Not an address to anybody.
    return null;
  }
  return PROTOCOLS.includes(url.protocol) &&
    url.host !== 'page.invalid' &&
    url.username === '' &&
    url.password === ''
    ? url.href
    : null;
}
