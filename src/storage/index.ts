export { IndexedDBSaver } from './checkpoints/indexed-db-saver';
export type { ICheckpointOutline } from './checkpoints/indexed-db-saver';
export { endingsOf } from './threads/endings';
