/** Names that Windows keeps for itself. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

const LONGEST = 60;

/**
 * A file's name without its extension, made of what somebody wrote: letters and
 * digits of any script, blanks, `-` and `_`. Never a path, never hidden.
 */
export function safeBaseName(wish: string, otherwise = 'report'): string {
  const name = Array.from(
    wish
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  )
    .slice(0, LONGEST)
    .join('')
    .trim();
  return name === '' || RESERVED.test(name) ? otherwise : name;
}
