import type { IMemoryEntry } from './memory-entry';
import type { MemoryKind } from './memory-kinds';

/** The parts of an entry that a person may change. */
export type MemoryEdit = Partial<
  Pick<IMemoryEntry, 'subject' | 'answers' | 'steps' | 'accepted'>
>;

/**
 * What was learned, as the person can manage it. Entries are identified by
 * their `key`.
 */
export interface IMemories {
  list(kind: MemoryKind): Promise<readonly IMemoryEntry[]>;
  /** Entries of one kind, best match first, including those not accepted yet. */
  search(kind: MemoryKind, text: string): Promise<readonly IMemoryEntry[]>;
  /** @throws if the result would not be a valid entry. */
  edit(kind: MemoryKind, key: string, edit: MemoryEdit): Promise<void>;
  forget(kind: MemoryKind, key: string): Promise<void>;
  forgetAll(): Promise<void>;
  /** If off, nothing is searched and nothing collected. */
  isOn(): boolean;
  setOn(on: boolean): Promise<void>;
  /** Kinds that are neither searched nor collected. */
  kindsOff(): readonly MemoryKind[];
  setKind(kind: MemoryKind, on: boolean): Promise<void>;
  /** As JSON. */
  export(): Promise<string>;
  /**
   * Existing entries stay; imported ones apply once they are accepted.
   * @returns null if the text is not one of our files.
   */
  import(text: string): Promise<{ taken: number; unread: number } | null>;
}
