/**
 * What a page with its conversations at hand need not have at once, and most
 * never need. One chunk: the name of each is in what JupyterLab loads first.
 */
export { cleanUpThreads } from './threads/clean-up-threads';
export { FormerThreads } from './threads/former-threads';
export { inMemoryStore } from './in-memory-store';
export { Persistence } from './database/persistence';
export { MOST_FOUND, ThreadSearch, searchWords } from './threads/thread-search';
export { searchEvents } from './threads/search-events';
export { exportedThread, importedThread } from './transfer/exported-thread';
