/** Where a page keeps a text so that the next one and the other tabs have it. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A list that the browser keeps, for the next page and for the other tabs. */
export class BrowserList<T> {
  private _items: readonly T[];

  /** Whether the browser has not what this page has. */
  private _isLost = false;

  /**
   * @param _store the browser's; without one the list holds as long as the page.
   * @param _key of this list in the browser.
   */
  constructor(
    private readonly _store: TextStore | null,
    private readonly _key: string,
    private readonly _isItem: (value: unknown) => value is T
  ) {
    this._items = this._kept();
  }

  get items(): readonly T[] {
    return this._items;
  }

  /** With what another tab may have added since. */
  get together(): readonly T[] {
    return this._isLost ? this._items : this._kept();
  }

  keep(items: readonly T[]): void {
    this._items = items;
    try {
      if (items.length > 0) {
        this._store?.setItem(this._key, JSON.stringify(items));
      } else {
        this._store?.removeItem(this._key);
      }
      this._isLost = this._store === null;
    } catch (error) {
      console.warn(`Cellwright keeps “${this._key}” for this page only`, error);
      this._isLost = true;
    }
  }

  /** @returns whether another tab has changed this list. */
  onStorage(key: string | null): boolean {
    const isMine = key === this._key || key === null;
    if (isMine) {
      this._items = this._kept();
    }
    return isMine;
  }

  private _kept(): readonly T[] {
    try {
      const stored: unknown = JSON.parse(
        this._store?.getItem(this._key) ?? '[]'
      );
      return Array.isArray(stored) ? stored.filter(this._isItem) : [];
    } catch (error) {
      console.warn(`Cellwright could not read “${this._key}”`, error);
      return [];
    }
  }
}
