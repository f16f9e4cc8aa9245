/** Functions that are told of something until they are taken out again. */
export class Listeners<A extends unknown[] = []> {
  private readonly _all = new Set<(...args: A) => void>();

  /** @returns a function that takes it out. */
  add(listener: (...args: A) => void): () => void {
    this._all.add(listener);
    return () => {
      this._all.delete(listener);
    };
  }

  tell(...args: A): void {
    this._all.forEach(listener => listener(...args));
  }
}
