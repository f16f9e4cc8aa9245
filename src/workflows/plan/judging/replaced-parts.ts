/**
 * A text with some names replaced, but only where a name is a separate word.
 */
export function replacedParts(
  text: string,
  others: Readonly<Record<string, string>>
): string {
  const names = Object.keys(others)
    .filter(Boolean)
    .sort((one, other) => other.length - one.length)
    .map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return names.length === 0
    ? text
    : text.replace(
        new RegExp(
          `(?<![\\p{L}\\p{N}_])(?:${names.join('|')})(?![\\p{L}\\p{N}_])`,
          'gu'
        ),
        found => others[found]
      );
}
