/** A slice at a time, since a call takes only so many arguments. */
const SLICE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += SLICE) {
    text += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  }
  return btoa(text);
}
