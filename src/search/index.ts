export { STOP_WORDS, tokenize } from './tokenize';
export { SearchIndex } from './search-index';
export { HybridIndex } from './hybrid-index';
export { TextVectors } from './text-vectors';
export type { IVectorSource } from './text-vectors';
export type {
  ISearchDocument,
  ISearchHit,
  ISearchRequest
} from './search-index';
