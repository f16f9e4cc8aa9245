import { toBase64 } from '../../contract/text/to-base64';

/** The bytes of base64 text; null if it is not base64. */
export function base64Bytes(base64: string): Uint8Array | null {
  try {
    const binary = atob(base64.replace(/\s+/g, ''));
    // A loop, since `from` would call a function for each of millions of bytes.
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) {
      bytes[at] = binary.charCodeAt(at);
    }
    return bytes;
  } catch {
    // An output may claim to be an image and hold anything.
    return null;
  }
}

/** A text as base64 of its UTF-8. */
export function textToBase64(text: string): string {
  return toBase64(new TextEncoder().encode(text));
}
