import MiniSearch, { type SearchResult } from 'minisearch';

import { STOP_WORDS, tokenize } from './tokenize';

/** A searchable document: texts under a unique id. */
export interface ISearchDocument {
  id: string;
  fields: Readonly<Record<string, string>>;
}

export interface ISearchHit {
  id: string;
  /** Only comparable with other scores of the same search. */
  score: number;
  /** How many of the search words it contains literally. */
  words: number;
  /** Whether one of these words occurs in only a few documents. */
  rare: boolean;
  /** The fields in which they occur. */
  fields: readonly string[];
  /** Whether it is among the nearest by meaning, if that is compared. */
  near?: boolean;
  /** Whether it is much nearer than most others. */
  clear?: boolean;
}

export interface ISearchIndexOptions {
  /** Every field that is searched, and the weight of a word in it. */
  weights: Readonly<Record<string, number>>;
}

export interface ISearchRequest {
  limit: number;
  /** Hits below this share of the best score are left out. */
  least?: number;
  /** Which documents to search; all if absent. */
  among?(id: string): boolean;
}

/** A word is rare if at most this many documents contain it. */
const RARE = 5;

/** With fewer hits than this, misspelt words are searched for as well. */
const FEW = 3;

/** Maximum number of words in a search; the first ones count. */
const MAX_WORDS = 48;

/** Maximum number of words searched for with misspellings, each of which is costly. */
const MAX_FUZZY = 4;

/** An index over short texts: names, descriptions, notes. */
export class SearchIndex {
  private readonly _weights: Record<string, number>;
  /** Texts by id, so that what has not changed is not read again. */
  private readonly _texts = new Map<string, string>();
  private readonly _index: MiniSearch<ISearchDocument>;

  constructor({ weights }: ISearchIndexOptions) {
    this._weights = { ...weights };
    this._index = new MiniSearch<ISearchDocument>({
      fields: Object.keys(weights),
      extractField: (document, field) =>
        field === 'id' ? document.id : (document.fields[field] ?? ''),
      tokenize,
      // `tokenize` has already done this.
      processTerm: term => term
    });
  }

  get size(): number {
    return this._texts.size;
  }

  /** Adds a document, or replaces the one with its id. */
  put(document: ISearchDocument): void {
    const text = JSON.stringify(document.fields);
    if (this._texts.get(document.id) !== text) {
      this.remove(document.id);
      this._texts.set(document.id, text);
      this._index.add(document);
    }
  }

  remove(id: string): void {
    if (this._texts.delete(id)) {
      this._index.discard(id);
    }
  }

  /** Best hits first. */
  search(
    query: string,
    { limit, least = 0, among }: ISearchRequest
  ): ISearchHit[] {
    const words = wordsOf(query);
    const hits = this._find(words, among);
    const tell = telling(words, hits);
    if (hits.length < FEW) {
      const matched = new Set(hits.flatMap(({ queryTerms }) => queryTerms));
      const misspelt = words
        .filter(word => word.length > 4 && !matched.has(word))
        .slice(0, MAX_FUZZY);
      const known = new Set(hits.map(({ id }) => id as string));
      hits.push(
        ...this._find(misspelt, among, 0.25).filter(
          ({ id }) => !known.has(id as string)
        )
      );
    }
    const worst = (hits[0]?.score ?? 0) * least;
    return hits
      .filter(({ score }, place) => place === 0 || score >= worst)
      .slice(0, limit)
      .map(tell);
  }

  private _find(
    words: readonly string[],
    among: ISearchRequest['among'],
    fuzzy: number | false = false
  ): SearchResult[] {
    return words.length === 0
      ? []
      : this._index.search(words.join(' '), {
          tokenize: text => text.split(' '),
          boost: this._weights,
          prefix: word => word.length > 2,
          fuzzy,
          weights: { prefix: 0.3, fuzzy: 0.3 },
          ...(among && { filter: ({ id }) => among(id as string) })
        });
  }
}

/** The matches that show how well a hit fits. */
function telling(
  words: readonly string[],
  hits: readonly SearchResult[]
): (hit: SearchResult) => ISearchHit {
  const having = ({ match }: SearchResult): string[] =>
    words.filter(word => Object.hasOwn(match, word));
  const counts = new Map<string, number>();
  for (const word of hits.flatMap(having)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return hit => {
    const own = having(hit);
    return {
      id: hit.id as string,
      score: hit.score,
      words: own.length,
      rare: own.some(word => (counts.get(word) ?? 0) <= RARE),
      fields: [...new Set(own.flatMap(word => hit.match[word]))]
    };
  };
}

function wordsOf(query: string): string[] {
  const words = [...new Set(tokenize(query))];
  const telling = words.filter(word => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}
