import type {
  ISearchDocument,
  ISearchHit,
  ISearchRequest,
  SearchIndex
} from './search-index';
import type { INearDocument, VectorIndex } from './vector-index';

/** How far down both lists are looked at. */
const DEPTH = 50;

/** Something is always nearest: what has none of the words counts up to this place. */
const MOST_MEANT = 10;

/** What a place in a list is worth: 1 / (60 + place), as reciprocal ranks are joined. */
const FLAT = 60;

/**
 * An index by words that is helped by one by meaning, where there is one and it
 * can be asked: what is high in both lists comes first. The words alone count
 * where it cannot.
 */
export class HybridIndex {
  constructor(
    private readonly _words: SearchIndex,
    private readonly _vectors: VectorIndex | null = null
  ) {}

  get size(): number {
    return this._words.size;
  }

  put(document: ISearchDocument): void {
    this._words.put(document);
    this._vectors?.put(document);
  }

  remove(id: string): void {
    this._words.remove(id);
    this._vectors?.remove(id);
  }

  /** The best first. */
  async search(query: string, request: ISearchRequest): Promise<ISearchHit[]> {
    const { limit, among } = request;
    const deep = Math.max(limit, DEPTH);
    const [hits, near] = await Promise.all([
      this._words.search(query, { ...request, limit: deep }),
      this._vectors?.nearest(query, { limit: deep, among })
    ]);
    return near?.length
      ? joined(hits, near, limit).slice(0, limit)
      : hits.slice(0, limit);
  }
}

function joined(
  hits: readonly ISearchHit[],
  near: readonly INearDocument[],
  limit: number
): ISearchHit[] {
  const found = new Map<string, ISearchHit>();
  hits.forEach((hit, place) =>
    found.set(hit.id, { ...hit, score: worth(place) })
  );
  near.forEach(({ id, clear }, place) => {
    const isNear = place < Math.min(limit, MOST_MEANT);
    const hit =
      found.get(id) ??
      (isNear && { id, score: 0, words: 0, rare: false, fields: [] });
    if (hit) {
      found.set(id, {
        ...hit,
        score: hit.score + worth(place),
        near: isNear,
        clear
      });
    }
  });
  return [...found.values()].sort((one, other) => other.score - one.score);
}

function worth(place: number): number {
  return 1 / (FLAT + place + 1);
}
