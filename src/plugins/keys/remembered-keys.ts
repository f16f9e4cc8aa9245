import type { IKeyVault, IModelChoice, IModelService } from '../../contract';
import { once } from '../util/once';

/**
 * Where keys can be stored beyond the life of the page; opened only when
 * needed.
 */
export interface IVaultSource {
  readonly remembering: IModelService['remembering'];
  open(): Promise<IKeyVault>;
}

/** Whose key: a model's, or the name of a place that belongs to no model. */
type KeyOwner = IModelChoice | string;

/**
 * Keys, by provider and address, for as long as the page lives, some of which
 * are also stored on this device. They are held only in memory, and no token
 * gives access to them.
 */
export class RememberedKeys {
  private readonly _keys = new Map<string, string>();

  private readonly _places = new Set<string>();

  private readonly _open: () => Promise<IKeyVault>;

  private readonly _load: () => Promise<void>;

  /**
   * @param _onError called when a key could not be stored, read or forgotten.
   */
  constructor(
    private readonly _source: IVaultSource,
    private readonly _onError: (error: unknown) => void
  ) {
    this._open = once(() => _source.open());
    this._load = once(async () => {
      const stored = await (await this._open()).load();
      for (const [place, key] of Object.entries(stored)) {
        // A key that was typed since is newer.
        if (!this._keys.has(place)) {
          this._keys.set(place, key);
        }
        this._places.add(place);
      }
    });
  }

  /** Whether keys can be stored, and where, or why not. */
  get remembering(): IModelService['remembering'] {
    return this._source.remembering;
  }

  /** Restores the stored keys. Never rejects: a key can be typed in again. */
  async load(): Promise<void> {
    if (this.remembering.ok) {
      await this._load().catch(this._onError);
    }
  }

  get(owner: KeyOwner): string | undefined {
    return this._keys.get(keyPlace(owner));
  }

  /** The same as it is stored now: another tab may have changed it. */
  async storedAt(place: string): Promise<string | undefined> {
    await this.load();
    if (this._places.has(place)) {
      try {
        const stored = await (await this._open()).load();
        this._put(place, stored[place] ?? '');
      } catch (error) {
        this._onError(error);
      }
    }
    return this.get(place);
  }

  remembers(owner: KeyOwner): boolean {
    return this._places.has(keyPlace(owner));
  }

  /** Resolves once the vault has stored it, or forgotten it. */
  async set(owner: KeyOwner, key: string, remember: boolean): Promise<void> {
    const place = keyPlace(owner);
    this._put(place, key);
    if (!this.remembering.ok) {
      return;
    }
    const wanted = this._keys.get(place);
    const keep = remember && wanted !== undefined;
    if (keep) {
      this._places.add(place);
    } else {
      this._places.delete(place);
    }
    try {
      const vault = await this._open();
      await (keep ? vault.save(place, wanted) : vault.forget(place));
    } catch (error) {
      this._places.delete(place);
      this._onError(error);
    }
  }

  /** An empty text removes the key. */
  private _put(place: string, key: string): void {
    if (key.trim() === '') {
      this._keys.delete(place);
    } else {
      this._keys.set(place, key.trim());
    }
  }
}

/** A key is sent only to the address it was given for. */
function keyPlace(owner: KeyOwner): string {
  return typeof owner === 'string'
    ? owner
    : `${owner.provider} ${owner.baseUrl.trim().replace(/(?<!\/)\/+$/, '')}`;
}
