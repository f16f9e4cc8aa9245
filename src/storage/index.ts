export { WRITE_BEHIND } from './checkpoints/checkpoint-config';
export type { ICheckpointOutline } from './checkpoints/checkpoint-outline';
export { makeCheckpointSaver } from './checkpoints/indexed-db-saver';
export { LatestCheckpointSaver } from './checkpoints/latest-checkpoint-saver';
export type { IThreadSaver } from './checkpoints/latest-checkpoint-saver';
export { MemoryImages } from './images/memory-images';
export { MemoryJournal } from './journal/memory-journal';
export { MemoryThreads } from './threads/memory-threads';
export { endingsOf } from './records/endings';
