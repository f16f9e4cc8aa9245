/** A set of functions to call until they are removed. */
export class Listeners<A extends unknown[] = []> {
  private readonly _all = new Set<(...args: A) => void>();

  /** @returns a function that removes it. */
  add(listener: (...args: A) => void): () => void {
    this._all.add(listener);
    return () => {
      this._all.delete(listener);
    };
  }

  readonly tell = (...args: A): void => {
    this._all.forEach(listener => listener(...args));
  };
}
