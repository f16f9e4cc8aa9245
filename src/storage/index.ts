export { WRITE_BEHIND } from './checkpoint-config';
export type { ICheckpointOutline } from './checkpoint-outline';
export { makeCheckpointSaver } from './checkpoint-saver';
export { LatestCheckpointSaver } from './memory-checkpointer';
export type { IThreadSaver } from './memory-checkpointer';
export { MemoryImages } from './memory-images';
export { MemoryJournal } from './memory-journal';
export { MemoryThreads } from './memory-threads';
export { endingsOf } from './thread-endings';
