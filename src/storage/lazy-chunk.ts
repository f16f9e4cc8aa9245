/**
 * Modules that a page does not need right away, and most pages never need. One
 * chunk, because the name of every chunk is part of what JupyterLab loads
 * first.
 */
export { cleanUpThreads } from './threads/clean-up-threads';
export { MemoryRows } from './database/memory-rows';
export { Persistence } from './database/persistence';
export {
  MAX_FOUND as MOST_FOUND,
  ThreadSearch,
  searchEvents,
  searchWords
} from './threads/thread-search';
export { exportedThread, importedThread } from './transfer/exported-thread';
