import { hashText } from './hash-text';

const MARK = 'bytes:';

/** Hash of a file that is no text, from its bytes as base64. */
export function hashBytes(base64: string): string {
  return MARK + hashText(base64.replace(/\s+/g, ''));
}

/** Whether a version or a hash is of bytes, and not of a text. */
export function isBytesHash(hash: string): boolean {
  return hash.startsWith(MARK);
}
