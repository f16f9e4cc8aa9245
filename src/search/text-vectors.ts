import { hashText } from '../contract/text/hash';

/** Computes vectors of texts: one model at one address. */
export interface IVectorSource {
  /**
   * Identifies provider, address and model: vectors from different ones cannot
   * be compared.
   */
  id: string;
  /** One vector per text, in the same order. */
  embed(texts: string[]): Promise<readonly (readonly number[])[]>;
}

/** Stores vectors beyond the page load. */
export interface IVectorStore {
  /** In the order of the hashes; undefined for those not stored. */
  read(
    kind: string,
    source: string,
    hashes: readonly string[]
  ): Promise<(Float32Array | undefined)[]>;
  write(
    kind: string,
    source: string,
    vectors: ReadonlyMap<string, Float32Array>
  ): Promise<void>;
  /** Deletes vectors of a kind, from any source, whose hash is not in the set. */
  keepOnly(kind: string, hashes: ReadonlySet<string>): Promise<void>;
}

export interface ITextVectorsOptions {
  /** The current source; null while texts are only searched by words. */
  source(): Promise<IVectorSource | null>;
  store: IVectorStore;
  now?(): number;
}

/** Texts per request. */
const BATCH = 64;

/** Characters of a text that are sent. */
const MAX_CHARACTERS = 2000;

/** Maximum length of a vector. */
const MAX_LENGTH = 8192;

/** Number of queries whose vectors are kept, only in memory. */
const QUERIES = 100;

/** ms without requests after a failure. */
const PAUSE = 60_000;

/**
 * Vectors of texts. Existing ones are stored by the hash of their text, and
 * only new texts are sent. A failure is recorded for whoever asks; searching
 * then relies on words.
 */
export class TextVectors {
  private readonly _options: ITextVectorsOptions;
  private readonly _queries = new Map<string, Float32Array>();
  private _pausedUntil = 0;
  private _trouble: unknown = null;
  private _told = '';

  constructor(options: ITextVectorsOptions) {
    this._options = options;
  }

  /** The current source; null if there is none. */
  async source(): Promise<IVectorSource | null> {
    const { now = Date.now, source } = this._options;
    if (now() < this._pausedUntil) {
      return null;
    }
    try {
      return await source();
    } catch (error) {
      this._fail(error);
      return null;
    }
  }

  /**
   * The vectors of texts as they become available: first the stored ones, then
   * batch by batch. A failure ends this without an error.
   */
  async make(
    kind: string,
    source: IVectorSource,
    texts: readonly string[],
    known: (vectors: ReadonlyMap<string, Float32Array>) => void
  ): Promise<void> {
    try {
      const missing: string[] = [];
      for (const part of partsOf([...new Set(texts)])) {
        const stored = await this._kept(kind, source, part);
        known(stored);
        missing.push(...part.filter(text => !stored.has(text)));
      }
      for (const part of partsOf(missing)) {
        const created = await this._ask(source, part);
        await this._keep(kind, source, created);
        known(created);
      }
    } catch (error) {
      this._fail(error);
    }
  }

  /** The vector of a search query, which is not stored; null if it failed. */
  async query(
    source: IVectorSource,
    text: string
  ): Promise<Float32Array | null> {
    const key = JSON.stringify([source.id, text]);
    let vector = this._queries.get(key);
    if (!vector) {
      try {
        vector = (await this._ask(source, [text])).get(text)!;
      } catch (error) {
        this._fail(error);
        return null;
      }
    }
    if (this._queries.size >= QUERIES) {
      this._queries.clear();
    }
    this._queries.set(key, vector);
    return vector;
  }

  /** Deletes the vectors of all other texts of a kind. */
  async keepOnly(kind: string, texts: readonly string[]): Promise<void> {
    await this._options.store.keepOnly(kind, new Set(texts.map(hashText)));
  }

  /** A problem that has not been reported yet; null if there is none. */
  takeTrouble(): unknown {
    const trouble = this._trouble;
    this._trouble = null;
    return trouble;
  }

  private async _kept(
    kind: string,
    { id }: IVectorSource,
    texts: readonly string[]
  ): Promise<Map<string, Float32Array>> {
    const found = await this._options.store
      .read(kind, id, texts.map(hashText))
      .catch((error: unknown) => {
        console.warn('Cellwright: stored vectors could not be read', error);
        return [];
      });
    return new Map(
      texts.flatMap((text, at) => (found[at] ? [[text, found[at]]] : []))
    );
  }

  /** If they cannot be stored, they are used until the page is closed. */
  private async _keep(
    kind: string,
    { id }: IVectorSource,
    created: ReadonlyMap<string, Float32Array>
  ): Promise<void> {
    const rows = new Map(
      Array.from(created, ([text, vector]) => [hashText(text), vector])
    );
    await this._options.store
      .write(kind, id, rows)
      .catch((error: unknown) =>
        console.warn('Cellwright: vectors could not be stored', error)
      );
  }

  /** @throws the error of the server or the network. */
  private async _ask(
    source: IVectorSource,
    texts: readonly string[]
  ): Promise<Map<string, Float32Array>> {
    const vectors = await source.embed(
      texts.map(text => text.slice(0, MAX_CHARACTERS))
    );
    const size = vectors[0]?.length ?? 0;
    const fits =
      vectors.length === texts.length &&
      size > 0 &&
      size <= MAX_LENGTH &&
      vectors.every(
        each => each.length === size && each.every(Number.isFinite)
      );
    if (!fits) {
      throw new TypeError('What came back were not the vectors of the texts.');
    }
    this._told = '';
    return new Map(texts.map((text, at) => [text, unit(vectors[at])]));
  }

  /** Reports the same problem only once, until it has worked again. */
  private _fail(error: unknown): void {
    const { now = Date.now } = this._options;
    this._pausedUntil = now() + PAUSE;
    const text = String(error);
    if (text !== this._told) {
      this._told = text;
      this._trouble = error;
    }
    console.warn('Cellwright: texts are compared by words alone', error);
  }
}

/** Scales to length 1, so that the product of two vectors is their similarity. */
function unit(numbers: readonly number[]): Float32Array {
  const vector = Float32Array.from(numbers);
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map(each => each / length) : vector;
}

function partsOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, at) =>
    list.slice(at * BATCH, (at + 1) * BATCH)
  );
}
