import type { IEvidence } from '../../contract';

type Piece = Pick<IEvidence, 'hash' | 'sourceHash'> & {
  source: Omit<IEvidence['source'], 'executionCount' | 'own'>;
};

/** By what a piece was found again, from certain to least certain. */
export type FoundBy = 'id' | 'content' | 'position';

/**
 * Finds pieces of an earlier state of a notebook in a later one.
 *
 * Before nbformat 4.5 a file holds no cell ids, so all of them are new each
 * time it is opened. Only if no id is known any more, a piece is that of a cell
 * with the same source, the same output first, or else of the cell at its
 * position.
 */
export function pieceFinder<P extends Piece>(
  then: readonly Piece[],
  now: readonly P[]
): (piece: Piece) => { piece: P; by: FoundBy } | null {
  const byId = new Map(now.map(each => [placeOf(each), each]));
  const ids = new Set(now.map(({ source }) => source.cellId));
  const areIdsGone = !then.some(
    ({ source }) => source.cellId !== '' && ids.has(source.cellId)
  );
  return piece => {
    const own = byId.get(placeOf(piece));
    if (own) {
      return { piece: own, by: 'id' };
    }
    const { source, hash, sourceHash } = piece;
    if (!areIdsGone || source.cellId === '') {
      return null;
    }
    const alike = now.filter(
      each =>
        each.sourceHash === sourceHash && each.source.output === source.output
    );
    const place = (each: Piece): boolean =>
      each.source.position === source.position;
    const found =
      alike.find(each => each.hash === hash && place(each)) ??
      alike.find(each => each.hash === hash) ??
      alike.find(place) ??
      alike[0];
    if (found) {
      return { piece: found, by: 'content' };
    }
    const there = now.find(
      each => place(each) && each.source.output === source.output
    );
    return source.position !== undefined && there
      ? { piece: there, by: 'position' }
      : null;
  };
}

/** An id stands for the same piece as long as a report exists. */
export function assignIds(
  found: readonly IEvidence[],
  earlier: readonly IEvidence[]
): IEvidence[] {
  const find = pieceFinder(found, earlier);
  const taken = new Set(found.map(({ id }) => id));
  let last = Math.max(
    0,
    ...[...found, ...earlier].map(({ id }) => Number(id.slice(1)) || 0)
  );
  return found.map(each => {
    if (each.id !== '') {
      return each;
    }
    const known = find(each)?.piece;
    const id =
      known && known.hash === each.hash && !taken.has(known.id)
        ? known.id
        : `e${++last}`;
    taken.add(id);
    return { ...each, id };
  });
}

function placeOf({ source }: Piece): string {
  const { cellId, output, from, notebook } = source;
  return JSON.stringify(
    cellId === '' ? [from, notebook, output] : [cellId, output]
  );
}
