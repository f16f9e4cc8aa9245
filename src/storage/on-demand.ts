/**
 * What a page with its conversations at hand need not have at once, and most
 * never need. One chunk: the name of each is in what JupyterLab loads first.
 */
export {
  countedBytes,
  isDispensable,
  isSurelyBelow,
  outdated
} from './clean-up';
export { FormerThreads } from './former-threads';
export { memoryStore } from './memory-store';
export { Persistence } from './persistence';
export { MOST_FOUND, ThreadSearch, searchWords } from './search';
export { lookThrough } from './search-events';
export { exportedThread, importedThread } from './transfer';
