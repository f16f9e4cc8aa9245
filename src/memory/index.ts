export { Memory } from './memory';
export type { IMemoryHit, IMemoryOptions } from './memory';
export type { IMemoryPrivacy } from './plain-words';
export { openMemoryDatabase } from '../storage/memory/memory-database';
export { VectorDatabase } from '../storage/memory/vector-database';
