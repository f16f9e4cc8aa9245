/**
 * A hash for telling "changed" from "unchanged" without an attacker in mind:
 * two lanes of 32-bit FNV-1a over the UTF-16 code units, with different offset
 * bases (http://www.isthe.com/chongo/tech/comp/fnv/). What a person decides on
 * is bound by SHA-256 instead, in `engine/tool-calls/binding.ts`.
 *
 * @returns 16 hex digits.
 */
export function hashText(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + i), 0x01000193);
  }
  return hex(high) + hex(low);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

const MARK = 'bytes:';

/** Hash of a file that is not text, from its bytes in base64. */
export function hashBytes(base64: string): string {
  return MARK + hashText(base64.replace(/\s+/g, ''));
}

/** Whether a version or hash was made from bytes rather than text. */
export function isBytesHash(hash: string): boolean {
  return hash.startsWith(MARK);
}
