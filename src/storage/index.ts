export { makeCheckpointSaver } from './checkpoints/indexed-db-saver';
export type { ICheckpointOutline } from './checkpoints/indexed-db-saver';
export { LatestCheckpointSaver } from './checkpoints/latest-checkpoint-saver';
export type { IThreadSaver } from './checkpoints/latest-checkpoint-saver';
export { InMemoryImages } from './images/in-memory-images';
export { InMemoryJournal } from './journal/in-memory-journal';
export { InMemoryThreads } from './threads/in-memory-threads';
export { endingsOf } from './records/endings';
