import { isText } from './settings-reader';

/** Where a page keeps a text so that the next one and the other tabs have it. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Rules that were taken back and are not written yet, by the names of
 * `letThrough`. They are kept in the browser until they are written: neither a
 * reload nor another tab brings them back.
 */
export class HeldRules {
  /**
   * @param store the browser's; without one they hold as long as the page.
   * @param key of this person on this server.
   */
  constructor(
    private readonly store: TextStore | null,
    private readonly key: string
  ) {
    this._names = this.kept();
  }

  get names(): readonly string[] {
    return this._names;
  }

  add(names: readonly string[]): void {
    this.keep([...new Set([...this.together(), ...names])]);
  }

  remove(names: readonly string[]): void {
    if (names.length > 0) {
      this.keep(this.together().filter(name => !names.includes(name)));
    }
  }

  onChange(listener: () => void): void {
    this._listeners.push(listener);
  }

  /** Another tab took a rule back, or wrote one. */
  heard(key: string | null): void {
    if (key === this.key || key === null) {
      this._names = this.kept();
      this.tell();
    }
  }

  /** Another tab may have added some since. */
  private together(): string[] {
    return this._lost ? this._names : this.kept();
  }

  private kept(): string[] {
    try {
      const kept: unknown = JSON.parse(this.store?.getItem(this.key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isText) : [];
    } catch (error) {
      console.warn('Cellwright could not read which rules are held', error);
      return [];
    }
  }

  private keep(names: string[]): void {
    this._names = names;
    try {
      if (names.length > 0) {
        this.store?.setItem(this.key, JSON.stringify(names));
      } else {
        this.store?.removeItem(this.key);
      }
      this._lost = this.store === null;
    } catch (error) {
      console.warn('Cellwright holds a rule back for this page only', error);
      this._lost = true;
    }
    this.tell();
  }

  private tell(): void {
    this._listeners.forEach(listener => listener());
  }

  private _names: string[];
  /** Whether the browser has not what this page has. */
  private _lost = false;
  private readonly _listeners: (() => void)[] = [];
}
