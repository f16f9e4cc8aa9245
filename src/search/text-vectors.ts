import { hashText } from '../contract/text/hash-text';

/** What makes vectors of texts: one model at one address. */
export interface IVectorSource {
  /** Names provider, address and model: vectors of another one cannot be compared. */
  id: string;
  /** One vector a text, in their order. */
  embed(texts: string[]): Promise<readonly (readonly number[])[]>;
}

/** Where vectors are kept beyond the page's life. */
export interface IVectorStore {
  /** In the order of the hashes; undefined for what is not kept. */
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
  /** Forgets those of a kind, of any source, whose hash is not among these. */
  keepOnly(kind: string, hashes: ReadonlySet<string>): Promise<void>;
}

export interface ITextVectorsOptions {
  /** Who is asked now; null while texts are searched by words alone. */
  source(): Promise<IVectorSource | null>;
  store: IVectorStore;
  now?(): number;
}

/** Texts of one request. */
const BATCH = 64;

/** Characters of a text that are sent. */
const MOST = 2000;

/** Numbers of a vector. */
const LONGEST = 8192;

/** Questions whose vectors are kept, in the page's memory alone. */
const QUERIES = 100;

/** After a failure nobody is asked for so many ms. */
const PAUSE = 60_000;

/**
 * Vectors of texts: those that were made before are kept by the hash of their
 * text, and only what is new is sent. A failure is noted for whoever asks, and
 * leaves the searching to the words.
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

  /** Who is asked now; null for nobody. */
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
   * The vectors of texts as they become known: first those that are kept, then
   * batch by batch. What fails ends it, without an error.
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
        const kept = await this._kept(kind, source, part);
        known(kept);
        missing.push(...part.filter(text => !kept.has(text)));
      }
      for (const part of partsOf(missing)) {
        const made = await this._ask(source, part);
        await this._keep(kind, source, made);
        known(made);
      }
    } catch (error) {
      this._fail(error);
    }
  }

  /** The vector of what is searched for, which is not kept; null where it failed. */
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
    this._queries.delete(key);
    this._queries.set(key, vector);
    const [oldest] = this._queries.keys();
    if (this._queries.size > QUERIES) {
      this._queries.delete(oldest);
    }
    return vector;
  }

  /** Forgets the vectors of all texts of a kind but these. */
  async keepOnly(kind: string, texts: readonly string[]): Promise<void> {
    await this._options.store.keepOnly(kind, new Set(texts.map(hashText)));
  }

  /** What went wrong and nobody was told of yet; null for nothing. */
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
        console.warn('Cellwright: kept vectors could not be read', error);
        return [];
      });
    return new Map(
      texts.flatMap((text, at) => {
        const vector = found[at];
        return vector ? [[text, vector]] : [];
      })
    );
  }

  /** Where they cannot be kept, they count until the page is closed. */
  private async _keep(
    kind: string,
    { id }: IVectorSource,
    made: ReadonlyMap<string, Float32Array>
  ): Promise<void> {
    const rows = new Map(
      Array.from(made, ([text, vector]) => [hashText(text), vector])
    );
    try {
      await this._options.store.write(kind, id, rows);
    } catch (error) {
      console.warn('Cellwright: vectors could not be kept', error);
    }
  }

  /** @throws what the server or the network says. */
  private async _ask(
    source: IVectorSource,
    texts: readonly string[]
  ): Promise<Map<string, Float32Array>> {
    const answer = await source.embed(texts.map(text => text.slice(0, MOST)));
    const size = answer[0]?.length ?? 0;
    const fits =
      answer.length === texts.length &&
      size > 0 &&
      size <= LONGEST &&
      answer.every(each => each.length === size && each.every(Number.isFinite));
    if (!fits) {
      throw new TypeError('What came back were not the vectors of the texts.');
    }
    this._told = '';
    return new Map(texts.map((text, at) => [text, unit(answer[at])]));
  }

  /** Once for the same thing, until it has worked again. */
  private _fail(error: unknown): void {
    const { now = Date.now } = this._options;
    this._pausedUntil = now() + PAUSE;
    const said = String(error);
    if (said !== this._told) {
      this._told = said;
      this._trouble = error;
    }
    console.warn('Cellwright: texts are compared by words alone', error);
  }
}

/** Of length 1, so that the product of two says how near they are. */
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
