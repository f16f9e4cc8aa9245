export { Memory } from './memory';
export type { IMemoryHit } from './memory';
export { openMemoryDatabase } from '../storage/memory/memory-database';
export { VectorDatabase } from '../storage/memory/vector-database';
