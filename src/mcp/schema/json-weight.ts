/** What a value of JSON weighs. */
export interface IJsonWeight {
  /** Of all texts and names in it. */
  characters: number;
  /** Values in it, itself among them. */
  values: number;
  /** How deep they stand in each other. */
  depth: number;
}

/**
 * Counts what another party sent, before anything that calls itself goes through
 * it. Stops once it is more than that: what it then says is only that it is more.
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

/** Whether nothing of it is more than that. */
export function isWithin(weight: IJsonWeight, most: IJsonWeight): boolean {
  return (
    weight.characters <= most.characters &&
    weight.values <= most.values &&
    weight.depth <= most.depth
  );
}
