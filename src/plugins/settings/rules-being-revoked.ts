import { Listeners } from '../../contract/util/listeners';
import { BrowserList, type TextStore } from './browser-list';
import { isText } from './read-settings';

/**
 * Rules that were taken back but whose removal is not written yet, by the names
 * of `letThrough`. They are held in the browser until it is written, so that
 * neither a reload nor another tab brings them back.
 */
export class RulesBeingRevoked {
  private readonly _list: BrowserList<string>;

  private readonly _listeners = new Listeners();

  /**
   * @param store the browser's; without one they hold as long as the page.
   * @param key of this person on this server.
   */
  constructor(store: TextStore | null, key: string) {
    this._list = new BrowserList(store, key, isText);
  }

  get names(): readonly string[] {
    return this._list.items;
  }

  add(names: readonly string[]): void {
    this._keep([...new Set([...this._list.together, ...names])]);
  }

  remove(names: readonly string[]): void {
    if (names.length > 0) {
      this._keep(this._list.together.filter(name => !names.includes(name)));
    }
  }

  onChange(listener: () => void): void {
    this._listeners.add(listener);
  }

  /** Another tab has taken a rule back, or written one. */
  onStorage(key: string | null): void {
    if (this._list.onStorage(key)) {
      this._listeners.tell();
    }
  }

  private _keep(names: readonly string[]): void {
    this._list.keep(names);
    this._listeners.tell();
  }
}
