import { isText } from './settings-reader';

/** Where a page stores a text for the next page load and for other tabs. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Rules that were taken back but whose removal is not written yet, by the names
 * of `letThrough`. They are held in the browser until it is written, so that
 * neither a reload nor another tab brings them back.
 */
export class HeldRules {
  private _names: string[];

  /** Whether the browser could not store what this page has. */
  private _lost = false;

  private readonly _listeners: (() => void)[] = [];

  /**
   * @param _store the browser's; without one they last as long as the page.
   * @param _key of this person on this server.
   */
  constructor(
    private readonly _store: TextStore | null,
    private readonly _key: string
  ) {
    this._names = this._kept();
  }

  get names(): readonly string[] {
    return this._names;
  }

  add(names: readonly string[]): void {
    this._keep([...new Set([...this._together(), ...names])]);
  }

  remove(names: readonly string[]): void {
    if (names.length > 0) {
      this._keep(this._together().filter(name => !names.includes(name)));
    }
  }

  onChange(listener: () => void): void {
    this._listeners.push(listener);
  }

  /** Another tab has taken a rule back, or written one. */
  heard(key: string | null): void {
    if (key === this._key || key === null) {
      this._names = this._kept();
      this._tell();
    }
  }

  /** The current names: another tab may have added some since. */
  private _together(): string[] {
    return this._lost ? this._names : this._kept();
  }

  private _kept(): string[] {
    try {
      const kept: unknown = JSON.parse(this._store?.getItem(this._key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isText) : [];
    } catch (error) {
      console.warn(
        'Cellwright could not read which rules are held back',
        error
      );
      return [];
    }
  }

  private _keep(names: string[]): void {
    this._names = names;
    try {
      if (names.length > 0) {
        this._store?.setItem(this._key, JSON.stringify(names));
      } else {
        this._store?.removeItem(this._key);
      }
      this._lost = this._store === null;
    } catch (error) {
      console.warn('Cellwright holds a rule back for this page only', error);
      this._lost = true;
    }
    this._tell();
  }

  private _tell(): void {
    this._listeners.forEach(listener => listener());
  }
}
