import { isInTime } from '../contract/util/is-in-time';
import type { ISearchDocument } from './search-index';
import type { IVectorSource, TextVectors } from './text-vectors';

export interface IVectorIndexOptions {
  vectors: TextVectors;
  /** Under which its vectors are kept, and forgotten. */
  kind: string;
  /** What of a document is sent and compared; nothing of it where empty. */
  textOf(document: ISearchDocument): string;
  /** Ms that a search waits for vectors; what comes later is of use to the next. */
  patience?: number;
}

/** A document that is near to what was asked. */
export interface INearDocument {
  id: string;
  /** Whether it is much nearer than most others. */
  clear: boolean;
}

export interface INearRequest {
  limit: number;
  among?(id: string): boolean;
}

/** As long as a message waits for its servers. */
const PATIENCE = 3_000;

/** Vectors that are compared in one go, before the page has its turn. */
const SLICE = 1_000;

/** Standard deviations above the mean that count as clear, and among how many. */
const CLEAR = 2;
const ENOUGH = 8;

interface IEntry {
  text: string;
  vector: Float32Array | null;
}

/** Documents by what they mean: those whose vectors are nearest to a question's. */
export class VectorIndex {
  private readonly _options: IVectorIndexOptions;
  private readonly _entries = new Map<string, IEntry>();
  private _source = '';
  private _work: Promise<void> | null = null;

  constructor(options: IVectorIndexOptions) {
    this._options = options;
  }

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

  /** The nearest first; null where nothing can be compared now. */
  async nearest(
    query: string,
    { limit, among }: INearRequest
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
      // One that an earlier search has waited for already goes on by itself.
      ...(isLong ? [] : [filled])
    ]);
    await isInTime(work, patience);
    return asked.vector && this._compare(asked.vector, limit, among);
  }

  /** Makes the vectors that are missing; one at a time, whoever asks. */
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
    const byText = new Map<string, IEntry[]>();
    for (const entry of this._entries.values()) {
      if (entry.vector === null) {
        byText.set(entry.text, [...(byText.get(entry.text) ?? []), entry]);
      }
    }
    await vectors.make(kind, source, [...byText.keys()], known => {
      if (source.id === this._source) {
        known.forEach((vector, text) =>
          byText.get(text)?.forEach(entry => (entry.vector = vector))
        );
      }
    });
  }

  private async _compare(
    asked: Float32Array,
    limit: number,
    among: INearRequest['among']
  ): Promise<INearDocument[]> {
    const found: { id: string; near: number }[] = [];
    let place = 0;
    for (const [id, { vector }] of [...this._entries]) {
      if (vector?.length === asked.length && (among?.(id) ?? true)) {
        found.push({ id, near: product(asked, vector) });
      }
      if (++place % SLICE === 0) {
        await nextTurn();
      }
    }
    const least = clearFrom(found.map(({ near }) => near));
    return found
      .sort((one, other) => other.near - one.near)
      .slice(0, limit)
      .map(({ id, near }) => ({ id, clear: near >= least }));
  }
}

/** Four sums side by side, so that none waits for the one before. */
function product(one: Float32Array, other: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let at = 0;
  for (; at + 3 < one.length; at += 4) {
    first += one[at] * other[at];
    second += one[at + 1] * other[at + 1];
    third += one[at + 2] * other[at + 2];
    fourth += one[at + 3] * other[at + 3];
  }
  for (; at < one.length; at++) {
    first += one[at] * other[at];
  }
  return first + second + third + fourth;
}

/** Each model has its own idea of near, so it is what stands out among the others. */
function clearFrom(values: readonly number[]): number {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const spread = Math.sqrt(
    values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / values.length
  );
  return values.length < ENOUGH || spread === 0
    ? Infinity
    : mean + CLEAR * spread;
}

function nextTurn(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}
