import type {
  ISearchDocument,
  ISearchHit,
  ISearchRequest,
  SearchIndex
} from './search-index';
import type { INearDocument, VectorIndex } from './vector-index';

/** How many entries of both lists are considered. */
const DEPTH = 50;

/**
 * There is always something nearest, so entries without any of the words only
 * count up to this rank.
 */
const MAX_MEANT = 10;

/** The score for a rank is 1 / (60 + rank), as in reciprocal rank fusion. */
const FLAT = 60;

/**
 * An index by words, combined with one by meaning if there is one and it is
 * available: entries that rank high in both lists come first. Otherwise only
 * the words count.
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

  /** Best hits first. */
  async search(query: string, request: ISearchRequest): Promise<ISearchHit[]> {
    const { limit, among } = request;
    const deep = Math.max(limit, DEPTH);
    const hits = this._words.search(query, { ...request, limit: deep });
    const near = await this._vectors?.nearest(query, { limit: deep, among });
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
    const isNear = place < Math.min(limit, MAX_MEANT);
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
