/** Random numbers from 0 to 1 that are the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Makes writes of rows fail now and then, with an error event, as in a browser
 * whose storage is full.
 *
 * @param chance from 0 to 1, asked for each row.
 */
export function fullAtRandom(next: () => number, chance: () => number): void {
  for (const method of ['put', 'add'] as const) {
    const real = IDBObjectStore.prototype[method];
    jest.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      value,
      key?
    ) {
      const isKept = this.name === 'fences' || this.name === 'threads';
      if (isKept || next() >= chance()) {
        return real.call(this, value, key);
      }
      // The way the fake runs a request.
      return Reflect.get(this.transaction, '_execRequestAsync').call(
        this.transaction,
        {
          source: this,
          operation: () => {
            throw new DOMException('full', 'QuotaExceededError');
          }
        }
      );
    });
  }
}
