export { STOP_WORDS } from './stop-words';
export { tokenize } from './tokenize';
export { SearchIndex } from './search-index';
export type {
  ISearchDocument,
  ISearchHit,
  ISearchIndexOptions,
  ISearchRequest
} from './search-index';
