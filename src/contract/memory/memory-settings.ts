import type { MemoryKind } from './memory-kinds';

/** A tool that failed more often in steps like this is left out of them. */
export const MOST_TOOL_FAILURES = 2;

/** How sure so many uses make it, from 0 to 1: one gives 0.7, two 0.91. */
export function sureFromUses(uses: number): number {
  return 1 - 0.3 ** uses;
}

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
