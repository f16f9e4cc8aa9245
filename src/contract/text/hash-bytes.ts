import { hashText } from './hash-text';

const MARK = 'bytes:';

/** Hash of a file that is not text, from its bytes in base64. */
export function hashBytes(base64: string): string {
  return MARK + hashText(base64.replace(/\s+/g, ''));
}

/** Whether a version or hash was made from bytes rather than text. */
export function isBytesHash(hash: string): boolean {
  return hash.startsWith(MARK);
}
