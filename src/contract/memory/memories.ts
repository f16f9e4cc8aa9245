import type { IMemoryEntry } from './memory-entry';
import type { MemoryKind } from './memory-kinds';

/** What of an entry a person may change. */
export type MemoryEdit = Partial<
  Pick<IMemoryEntry, 'subject' | 'answers' | 'steps' | 'accepted'>
>;

/** What was learned, for the person whose it is. Entries are named by their `key`. */
export interface IMemories {
  list(kind: MemoryKind): Promise<readonly IMemoryEntry[]>;
  /** Of one kind, the likeliest first; also what is not accepted yet. */
  search(kind: MemoryKind, text: string): Promise<readonly IMemoryEntry[]>;
  /** @throws where what comes of it is no entry. */
  edit(kind: MemoryKind, key: string, edit: MemoryEdit): Promise<void>;
  forget(kind: MemoryKind, key: string): Promise<void>;
  forgetAll(): Promise<void>;
  /** Off: nothing is searched and nothing collected. */
  isOn(): boolean;
  setOn(on: boolean): Promise<void>;
  /** Kinds that are neither searched nor collected. */
  kindsOff(): readonly MemoryKind[];
  setKind(kind: MemoryKind, on: boolean): Promise<void>;
  /** As JSON. */
  export(): Promise<string>;
  /**
   * What is here already stays; what comes in counts once it is accepted.
   * @returns null where it is no file of ours.
   */
  import(text: string): Promise<{ taken: number; unread: number } | null>;
}
