export { SearchIndex } from './search-index';
export type {
  ISearchDocument,
  ISearchHit,
  ISearchIndexOptions,
  ISearchRequest
} from './search-index';
