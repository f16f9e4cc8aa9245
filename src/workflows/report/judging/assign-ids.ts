import type { IEvidence } from '../../../contract';

/** Gives each piece an id; a piece that was found before keeps its id. */
export function assignIds(
  found: readonly IEvidence[],
  earlier: readonly IEvidence[]
): IEvidence[] {
  const known = new Map(earlier.map(each => [addressOf(each), each.id]));
  let last = Math.max(
    0,
    ...[...found, ...earlier].map(({ id }) => Number(id.slice(1)) || 0)
  );
  return found.map(each =>
    each.id === ''
      ? { ...each, id: known.get(addressOf(each)) ?? `e${++last}` }
      : each
  );
}

function addressOf({ source, hash }: IEvidence): string {
  return JSON.stringify([
    source.from ?? '',
    source.notebook,
    source.cellId,
    source.output,
    hash
  ]);
}
