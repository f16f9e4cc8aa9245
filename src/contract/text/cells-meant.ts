/** Digits alone are a count or a place, up to this many less one. */
const SHORTEST_NUMBER = 4;

/**
 * The cells that a reference may mean: the one whose id it is, else all whose
 * ids begin with it. Capitals matter where they tell cells apart. `12` is what
 * a person sees in front of a cell and never the beginning of an id.
 */
export function cellsMeant(
  reference: string,
  ids: readonly string[]
): readonly string[] {
  if (ids.includes(reference)) {
    return [reference];
  }
  if (reference === '' || isNumberOfCell(reference)) {
    return [];
  }
  const meant = ids.filter(id => id.startsWith(reference));
  const small = reference.toLowerCase();
  return meant.length > 0
    ? meant
    : ids.filter(id => id.toLowerCase().startsWith(small));
}

function isNumberOfCell(reference: string): boolean {
  return reference.length < SHORTEST_NUMBER && /^\d+$/.test(reference);
}
