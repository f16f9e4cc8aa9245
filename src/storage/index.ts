export { LatestCheckpointSaver } from './memory-checkpointer';
export { MemoryImages } from './memory-images';
export { MemoryJournal } from './memory-journal';
