import {
  memoryEntry,
  type IMemories,
  type IMemoryEntry,
  type IPreferences,
  type MemoryEdit,
  type MemoryKind
} from '../../contract';
import type { Memory } from '../../memory';

/** The most hits of a person's search; nobody looks through more. */
const MAX_FOUND = 200;

/**
 * The memories, as shown to the person they belong to. Which kinds are off is a
 * setting.
 */
export class LearnedMemories implements IMemories {
  constructor(
    private readonly _memory: Memory,
    private readonly _preferences: Pick<IPreferences, 'current' | 'setMemory'>
  ) {}

  list(kind: MemoryKind): Promise<readonly IMemoryEntry[]> {
    return this._memory.list(kind);
  }

  async search(
    kind: MemoryKind,
    text: string
  ): Promise<readonly IMemoryEntry[]> {
    const found = await this._memory.store.search(['memory', kind], {
      query: text,
      limit: MAX_FOUND
    });
    return found.map(({ value }) => memoryEntry.parse(value));
  }

  edit(kind: MemoryKind, key: string, edit: MemoryEdit): Promise<void> {
    return this._memory.edit(kind, key, edit);
  }

  forget(kind: MemoryKind, key: string): Promise<void> {
    return this._memory.forget(kind, key);
  }

  forgetAll(): Promise<void> {
    return this._memory.forgetAll();
  }

  isOn(): boolean {
    return this._preferences.current.memory.on;
  }

  async setOn(on: boolean): Promise<void> {
    await this._preferences.setMemory({ on });
    this._memory.resume();
  }

  kindsOff(): readonly MemoryKind[] {
    return this._preferences.current.memory.off;
  }

  setKind(kind: MemoryKind, on: boolean): Promise<void> {
    const off = this.kindsOff().filter(each => each !== kind);
    return this._preferences.setMemory({ off: on ? off : [...off, kind] });
  }

  export(): Promise<string> {
    return this._memory.exportAll();
  }

  import(text: string): Promise<{ taken: number; unread: number } | null> {
    return this._memory.importAll(text);
  }
}
