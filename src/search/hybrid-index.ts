import { endsWithin } from '../contract/util/ends-within';
import type {
  ISearchDocument,
  ISearchHit,
  ISearchRequest,
  SearchIndex
} from './search-index';
import type { IVectorSource, TextVectors } from './text-vectors';

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
  private readonly _vectors: VectorIndex | null;

  constructor(
    private readonly _words: SearchIndex,
    meaning?: IMeaningOptions | null
  ) {
    this._vectors = meaning ? new VectorIndex(meaning) : null;
  }

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

export interface IMeaningOptions {
  vectors: TextVectors;
  /** The kind under which its vectors are stored, and deleted. */
  kind: string;
  /** The text of a document to send and compare; empty for none. */
  textOf(document: ISearchDocument): string;
  /** ms that a search waits for vectors; later ones benefit the next search. */
  patience?: number;
}

/** A document similar to the query. */
interface INearDocument {
  id: string;
  /** Whether it is much nearer than most others. */
  clear: boolean;
}

/** The same time as a message waits for its servers. */
const PATIENCE = 3_000;

/**
 * Standard deviations above the mean that count as clear, and the minimum
 * number of documents for that.
 */
const CLEAR = 2;
const ENOUGH = 8;

interface IEntry {
  text: string;
  vector: Float32Array | null;
}

/** Finds documents by meaning: those whose vectors are nearest to the query's. */
class VectorIndex {
  private readonly _entries = new Map<string, IEntry>();
  private _source = '';
  private _work: Promise<void> | null = null;

  constructor(private readonly _options: IMeaningOptions) {}

  put(document: ISearchDocument): void {
    const text = this._options.textOf(document).trim();
    const known = this._entries.get(document.id);
    if (text === '') {
      this._entries.delete(document.id);
    } else if (known?.text !== text) {
      this._entries.set(document.id, { text, vector: null });
    }
  }

  remove(id: string): void {
    this._entries.delete(id);
  }

  /** Nearest first; null if nothing can be compared now. */
  async nearest(
    query: string,
    { limit, among }: ISearchRequest
  ): Promise<INearDocument[] | null> {
    const { vectors, patience = PATIENCE } = this._options;
    const text = query.trim();
    const source = text === '' ? null : await vectors.source();
    if (!source) {
      return null;
    }
    const isLong = this._work !== null;
    const filled = this._fill(source);
    const asked: { vector: Float32Array | null } = { vector: null };
    const work = Promise.all([
      vectors.query(source, text).then(vector => (asked.vector = vector)),
      // If an earlier search has already waited for it, it continues in the
      // background.
      ...(isLong ? [] : [filled])
    ]);
    await endsWithin(work, patience);
    return asked.vector && this._compare(asked.vector, limit, among);
  }

  /** Computes the missing vectors; runs once at a time, whoever asks. */
  private _fill(source: IVectorSource): Promise<void> {
    if (source.id !== this._source) {
      this._source = source.id;
      this._work = null;
      this._entries.forEach(entry => (entry.vector = null));
    }
    const work = (this._work ?? Promise.resolve())
      .then(() => this._make(source))
      .finally(() => {
        if (this._work === work) {
          this._work = null;
        }
      });
    this._work = work;
    return work;
  }

  private async _make(source: IVectorSource): Promise<void> {
    const { vectors, kind } = this._options;
    const missing = [...this._entries.values()].filter(
      ({ vector }) => vector === null
    );
    const texts = missing.map(({ text }) => text);
    await vectors.make(kind, source, texts, known => {
      for (const entry of source.id === this._source ? missing : []) {
        entry.vector ??= known.get(entry.text) ?? null;
      }
    });
  }

  private _compare(
    asked: Float32Array,
    limit: number,
    among: ISearchRequest['among']
  ): INearDocument[] {
    const found = [...this._entries].flatMap(([id, { vector }]) =>
      vector?.length === asked.length && (among?.(id) ?? true)
        ? [{ id, near: product(asked, vector) }]
        : []
    );
    const least = clearFrom(found.map(({ near }) => near));
    return found
      .sort((one, other) => other.near - one.near)
      .slice(0, limit)
      .map(({ id, near }) => ({ id, clear: near >= least }));
  }
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) {
    sum += one[at] * other[at];
  }
  return sum;
}

/** Models differ in what counts as near, so this looks for values that stand out. */
function clearFrom(values: readonly number[]): number {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const spread = Math.sqrt(
    values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / values.length
  );
  return values.length < ENOUGH || spread === 0
    ? Infinity
    : mean + CLEAR * spread;
}
