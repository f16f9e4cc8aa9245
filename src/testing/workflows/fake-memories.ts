import {
  memoryEntry,
  type IMemories,
  type IMemoryEntry,
  type MemoryEdit,
  type MemoryKind
} from '../../contract';

/** Memories that a spec sets. */
export class FakeMemories implements IMemories {
  entries: IMemoryEntry[] = [];
  on = true;
  off: MemoryKind[] = [];
  /** Texts that were imported. */
  readonly imported: string[] = [];

  async list(kind: MemoryKind): Promise<readonly IMemoryEntry[]> {
    return this.entries.filter(each => each.kind === kind);
  }

  async search(
    kind: MemoryKind,
    text: string
  ): Promise<readonly IMemoryEntry[]> {
    return (await this.list(kind)).filter(({ subject }) =>
      subject.toLowerCase().includes(text.toLowerCase())
    );
  }

  async edit(kind: MemoryKind, key: string, edit: MemoryEdit): Promise<void> {
    this.entries = this.entries.map(each =>
      each.kind === kind && each.key === key
        ? memoryEntry.parse({ ...each, ...edit })
        : each
    );
  }

  async forget(kind: MemoryKind, key: string): Promise<void> {
    this.entries = this.entries.filter(
      each => each.kind !== kind || each.key !== key
    );
  }

  async forgetAll(): Promise<void> {
    this.entries = [];
  }

  isOn(): boolean {
    return this.on;
  }

  async setOn(on: boolean): Promise<void> {
    this.on = on;
  }

  kindsOff(): readonly MemoryKind[] {
    return this.off;
  }

  async setKind(kind: MemoryKind, on: boolean): Promise<void> {
    this.off = on
      ? this.off.filter(each => each !== kind)
      : [...new Set([...this.off, kind])];
  }

  async export(): Promise<string> {
    return JSON.stringify({ entries: this.entries });
  }

  async import(
    text: string
  ): Promise<{ taken: number; unread: number } | null> {
    this.imported.push(text);
    return { taken: 0, unread: 0 };
  }
}
