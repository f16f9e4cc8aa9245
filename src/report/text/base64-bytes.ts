/** The bytes of base64; null where it is none. */
export function base64Bytes(base64: string): Uint8Array | null {
  try {
    const binary = atob(base64.replace(/\s+/g, ''));
    // Megabytes of them: `from` would call something for each.
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) {
      bytes[at] = binary.charCodeAt(at);
    }
    return bytes;
  } catch {
    // An output may hold anything under the name of an image.
    return null;
  }
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

/** A text as base64 of its UTF-8. */
export function textToBase64(text: string): string {
  return toBase64(new TextEncoder().encode(text));
}
