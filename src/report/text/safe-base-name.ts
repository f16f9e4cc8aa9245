/** Names that Windows reserves. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

const MAX_LENGTH = 60;

/**
 * A file name without extension, made from a given text: letters and digits of
 * any script, spaces, `-` and `_`. Never a path, never a hidden file.
 */
export function safeBaseName(wish: string, otherwise = 'report'): string {
  const name = Array.from(
    wish
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  )
    .slice(0, MAX_LENGTH)
    .join('')
    .trim();
  return name === '' || RESERVED.test(name) ? otherwise : name;
}
