import type { MemoryKind } from './memory-kinds';

/** What a person can set about what is learned. */
export interface IMemorySettings {
  /** Off: nothing is searched and nothing collected. */
  on: boolean;
  /** Kinds that are neither searched nor collected. */
  off: readonly MemoryKind[];
  /** Entries that are kept at most. */
  most: number;
}

export const DEFAULT_MEMORY_SETTINGS: IMemorySettings = {
  on: true,
  off: [],
  most: 5000
};
