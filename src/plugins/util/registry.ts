import type { IRegistration, IRegistry } from '../../contract';

type Loader<T> = () => Promise<readonly T[]>;

/**
 * The built-in entries and those that other extensions add, in the order of
 * registration. A loader that fails is reported and left out; the next `load`
 * tries it again.
 */
export class Registry<T extends object> implements IRegistry<T> {
  private readonly _loaders = new Set<Loader<T>>();

  /** @param _onError called with the error of a loader that failed. */
  constructor(private readonly _onError: (error: unknown) => void) {}

  register(entry: T | Loader<T>): IRegistration {
    const load =
      typeof entry === 'function' ? (entry as Loader<T>) : async () => [entry];
    this._loaders.add(load);
    return { dispose: () => this._loaders.delete(load) };
  }

  async load(): Promise<readonly T[]> {
    const lists = await Promise.all(
      Array.from(this._loaders, async load => {
        try {
          return await load();
        } catch (error) {
          this._onError(error);
          return [];
        }
      })
    );
    return lists.flat();
  }
}
