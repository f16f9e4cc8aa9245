/** Limits of a JSON value. */
interface IJsonLimits {
  /** Length of all strings and keys in it. */
  characters: number;
  /** Number of values in it, including itself. */
  values: number;
  /** Depth of nesting. */
  depth: number;
}

/** Measures data from a third party before any recursive code processes it. */
export function isWithin(
  value: unknown,
  { characters, values, depth }: IJsonLimits
): boolean {
  const left: [value: unknown, level: number][] = [[value, 1]];
  for (let at = left.pop(); at; at = left.pop()) {
    const [each, level] = at;
    values -= 1;
    if (typeof each === 'string') {
      characters -= each.length;
    } else if (typeof each === 'object' && each !== null) {
      for (const [name, inner] of Object.entries(each)) {
        characters -= Array.isArray(each) ? 0 : name.length;
        left.push([inner, level + 1]);
      }
    }
    if (values < 0 || characters < 0 || level > depth) {
      return false;
    }
  }
  return true;
}
