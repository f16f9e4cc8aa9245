/** The size of a JSON value. */
export interface IJsonWeight {
  /** Length of all strings and keys in it. */
  characters: number;
  /** Number of values in it, including itself. */
  values: number;
  /** Depth of nesting. */
  depth: number;
}

/**
 * Measures data from a third party before any recursive code processes it.
 * Stops as soon as a limit is exceeded; the result then only says that it was.
 */
export function jsonWeight(value: unknown, most: IJsonWeight): IJsonWeight {
  const weight: IJsonWeight = { characters: 0, values: 0, depth: 0 };
  const left: [value: unknown, depth: number][] = [[value, 1]];
  for (let at = left.pop(); at && isWithin(weight, most); at = left.pop()) {
    const [each, depth] = at;
    weight.values += 1;
    weight.depth = Math.max(weight.depth, depth);
    if (typeof each === 'string') {
      weight.characters += each.length;
    } else if (Array.isArray(each)) {
      for (const inner of each as unknown[]) {
        left.push([inner, depth + 1]);
      }
    } else if (typeof each === 'object' && each !== null) {
      for (const [name, inner] of Object.entries(each)) {
        weight.characters += name.length;
        left.push([inner, depth + 1]);
      }
    }
  }
  return weight;
}

/** Whether no measure exceeds its limit. */
export function isWithin(weight: IJsonWeight, most: IJsonWeight): boolean {
  return (
    weight.characters <= most.characters &&
    weight.values <= most.values &&
    weight.depth <= most.depth
  );
}
