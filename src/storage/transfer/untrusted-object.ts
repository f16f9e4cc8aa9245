/** A value in a file is not valid. */
export class MalformedError extends Error {
  constructor(readonly what: string) {
    super(`${what} is not what it must be.`);
    this.name = 'MalformedError';
  }
}

/** Maximum nesting depth: code that later processes a value may be recursive. */
const MAX_LEVELS = 64;

/** Keys that could change what other objects inherit when an object is copied. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype'
]);

/** An object from a parsed file, each field of which is read with its expected type. */
export class UntrustedObject {
  private readonly _value: Record<string, unknown>;
  private readonly _what: string;

  /** @throws MalformedError */
  constructor(value: unknown, what: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new MalformedError(what);
    }
    for (const key of Object.keys(value)) {
      if (PROTOTYPE_KEYS.has(key)) {
        throw new MalformedError(`${what}.${key}`);
      }
    }
    this._value = value as Record<string, unknown>;
    this._what = what;
  }

  text(key: string): string {
    const value = this._of(key);
    return typeof value === 'string' ? value : this._refuse(key);
  }

  number(key: string): number {
    const value = this._of(key);
    return typeof value === 'number' && Number.isFinite(value)
      ? value
      : this._refuse(key);
  }

  flag(key: string): boolean {
    const value = this._of(key);
    return typeof value === 'boolean' ? value : this._refuse(key);
  }

  /** One of several allowed words. */
  word<T extends string>(key: string, words: readonly T[]): T {
    return words.find(word => word === this._of(key)) ?? this._refuse(key);
  }

  list(key: string, most: number): unknown[] {
    const value = this._of(key);
    return Array.isArray(value) && value.length <= most
      ? value
      : this._refuse(key);
  }

  object(key: string): UntrustedObject {
    return new UntrustedObject(this._of(key), `${this._what}.${key}`);
  }

  /** A JSON object of any shape. */
  json(key: string): Record<string, unknown> {
    this.object(key);
    return plain(this._of(key), `${this._what}.${key}`, 0) as Record<
      string,
      unknown
    >;
  }

  /** The same field if it exists, as an object to be spread. */
  optional<K extends string, T>(key: K, read: (key: K) => T): { [P in K]?: T } {
    return this._of(key) === undefined
      ? {}
      : ({ [key]: read(key) } as { [P in K]?: T });
  }

  private _of(key: string): unknown {
    return Object.hasOwn(this._value, key) ? this._value[key] : undefined;
  }

  private _refuse(key: string): never {
    throw new MalformedError(`${this._what}.${key}`);
  }
}

function plain(value: unknown, what: string, level: number): unknown {
  if (level > MAX_LEVELS) {
    throw new MalformedError(what);
  }
  if (Array.isArray(value)) {
    return value.map(item => plain(item, what, level + 1));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (PROTOTYPE_KEYS.has(key)) {
          throw new MalformedError(`${what}.${key}`);
        }
        return [key, plain(item, what, level + 1)];
      })
    );
  }
  return value;
}
