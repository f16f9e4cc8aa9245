/**
 * A reference of digits only that is shorter than this is an execution count or
 * a position.
 */
const SHORTEST_NUMBER = 4;

/**
 * The cells a reference may mean: the one with exactly this id, else all whose
 * ids begin with it. Upper and lower case are only distinguished if that leaves
 * a match. `12` is the number shown next to a cell, never the beginning of an
 * id.
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
