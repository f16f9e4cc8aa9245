import {
  MEMORY_KINDS,
  hashText,
  memoryEntry,
  type IMemoryEntry,
  type IMemoryObservation,
  type IMemorySettings,
  type MemoryEdit,
  type MemoryKind
} from '../contract';
import type { TextVectors } from '../search';
import type { MemoryDatabase } from '../storage/memory/memory-database';
import { exportedMemories, importedMemories } from './exported-memories';
import { foldObservation } from './fold-observation';
import { keepableObservation } from './keepable-observation';
import { ALIKE, likeness } from './likeness';
import { memoryKey, subjectOf } from './memory-key';
import { MemoryStore, VECTORS } from './memory-store';
import type { IMemoryPrivacy } from './plain-words';

export interface IMemoryOptions {
  db: MemoryDatabase;
  settings(): IMemorySettings;
  privacy: IMemoryPrivacy;
  /** Also finds by meaning; if absent, only by words. */
  vectors?: TextVectors;
}

/** An entry, and how well it fits the query, from 0 to 1. */
export interface IMemoryHit {
  entry: IMemoryEntry;
  likeness: number;
  /** Whether it means much the same, if meaning is compared. */
  clear?: boolean;
}

/** Number of similar entries compared before an observation becomes a new one. */
const NEAR = 5;

/**
 * What was learned. It must never get in the way of the work: failures are
 * logged to the console, and the work continues without it.
 */
export class Memory {
  readonly store: MemoryStore;
  private readonly _options: IMemoryOptions;
  private _work: Promise<void> = Promise.resolve();

  constructor(options: IMemoryOptions) {
    const { db, settings, vectors } = options;
    this._options = options;
    this.store = new MemoryStore(db, () => settings().most, vectors);
  }

  /**
   * Entries that fit, best match first; those from a file only once accepted.
   *
   * @param domain entries from another domain are left out; if it is unknown,
   * none are.
   */
  async search(
    kind: MemoryKind,
    text: string,
    limit: number,
    domain = ''
  ): Promise<IMemoryHit[]> {
    if (!this._isOn(kind)) {
      return [];
    }
    try {
      const found = await this.store.search(
        kind,
        text,
        limit,
        entry =>
          entry.accepted && (!domain || ['', domain].includes(entry.domain))
      );
      return found
        .map(hit => ({
          ...hit,
          likeness: likeness(hit.entry.subject, text)
        }))
        .sort((one, other) => other.likeness - one.likeness);
    } catch (error) {
      console.warn('Cellwright: what was learned could not be searched', error);
      return [];
    }
  }

  /**
   * Takes in observations, one after the other; returns at once.
   *
   * @param isTool whether there is a tool of this name.
   */
  collect(
    observations: readonly IMemoryObservation[],
    isTool: (name: string) => boolean
  ): void {
    for (const seen of observations) {
      const keepable = this._isOn(seen.kind)
        ? keepableObservation(seen, this._options.privacy, isTool)
        : null;
      if (keepable) {
        this._work = this._work
          .then(() => this._take(keepable))
          .catch((error: unknown) => {
            console.warn(
              'Cellwright: something learned could not be stored',
              error
            );
          });
      }
    }
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    for (let work; work !== this._work;) {
      work = this._work;
      await work;
    }
  }

  list(kind: MemoryKind): Promise<IMemoryEntry[]> {
    return this.store.list(kind);
  }

  /** @throws if the result would not be a valid entry. */
  async edit(kind: MemoryKind, key: string, edit: MemoryEdit): Promise<void> {
    await this.store.update(
      kind,
      key,
      value => value && memoryEntry.parse({ ...value, ...edit })
    );
    await this._forgetVectors();
  }

  async forget(kind: MemoryKind, key: string): Promise<void> {
    await this.store.update(kind, key, () => null);
    await this._forgetVectors();
  }

  async forgetAll(): Promise<void> {
    await this.settled();
    for (const kind of MEMORY_KINDS) {
      for (const { key } of await this.list(kind)) {
        await this.store.update(kind, key, () => null);
      }
    }
    await this._forgetVectors();
  }

  async exportAll(): Promise<string> {
    const lists = await Promise.all(MEMORY_KINDS.map(kind => this.list(kind)));
    return exportedMemories(lists.flat());
  }

  /** Existing entries stay. @returns null if it is not one of our files. */
  async importAll(
    text: string
  ): Promise<{ taken: number; unread: number } | null> {
    const read = importedMemories(text);
    if (!read) {
      return null;
    }
    let taken = 0;
    for (const entry of read.entries) {
      const key = memoryKey(entry);
      await this.store.update(entry.kind, key, value => {
        taken += value ? 0 : 1;
        return value ?? { ...entry, key };
      });
    }
    return { taken, unread: read.unread };
  }

  /**
   * Deletes vectors of entries that no longer exist, including those made while
   * searching by meaning was on.
   */
  private async _forgetVectors(): Promise<void> {
    const { vectors } = this._options;
    if (!vectors) {
      return;
    }
    try {
      const lists = await Promise.all(
        MEMORY_KINDS.map(kind => this.list(kind))
      );
      await vectors.keepOnly(
        VECTORS,
        lists.flat().map(({ subject }) => subject.trim())
      );
    } catch (error) {
      console.warn('Cellwright: vectors could not be forgotten', error);
    }
  }

  private _isOn(kind: MemoryKind): boolean {
    const { on, off } = this._options.settings();
    return on && !off.includes(kind);
  }

  /** Adds it to the entry with its key, or to one that is practically the same. */
  private async _take(seen: IMemoryObservation): Promise<void> {
    const subject = subjectOf(seen);
    const tools = seen.kind === 'tool' ? [seen.tool] : [];
    const own = memoryKey({ ...seen, subject, tools });
    const near = (await this.search(seen.kind, subject, NEAR)).find(
      ({ entry, likeness }) =>
        likeness >= ALIKE &&
        entry.domain === seen.domain &&
        (seen.kind !== 'tool' || entry.tools[0] === seen.tool) &&
        // Cards of another kind are another situation, however alike in words.
        (seen.kind !== 'behaviour' ||
          entry.subject.split(' ')[0] === subject.split(' ')[0])
    );
    const there = await this.store.get(seen.kind, own);
    // If a person has given that entry another subject, it is a different one.
    const isOther = there !== null && memoryKey(there) !== own;
    const key =
      there && !isOther
        ? own
        : (near?.entry.key ?? (isOther ? hashText(own + seen.id) : own));
    await this.store.update(seen.kind, key, entry =>
      foldObservation(entry, seen, key)
    );
  }
}
