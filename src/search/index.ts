export { STOP_WORDS } from './stop-words';
export { tokenize } from './tokenize';
export { SearchIndex } from './search-index';
export { HybridIndex } from './hybrid-index';
export { TextVectors } from './text-vectors';
export type {
  ITextVectorsOptions,
  IVectorSource,
  IVectorStore
} from './text-vectors';
export { VectorIndex } from './vector-index';
export type {
  ISearchDocument,
  ISearchHit,
  ISearchIndexOptions,
  ISearchRequest
} from './search-index';
