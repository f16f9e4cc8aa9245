import type { ITranslator } from '../../contract';

/** The title of a setting, by its path ("limits.modelCalls"). */
export type TitleOf = (path: string) => string;

/**
 * Reads settings, whatever they contain. A value that cannot be used is
 * replaced by its default and reported in a sentence. All checks are here: the
 * schema accepts everything, since a server drops all of a person's settings if
 * the schema rejects one of them.
 */
export class SettingsReader {
  /** One sentence for each value that could not be used. */
  readonly problems: string[] = [];

  /** Paths of groups that were already reported. */
  private readonly _notGroups = new Set<string>();

  constructor(
    private readonly _source: unknown,
    private readonly _trans: ITranslator,
    private readonly _titleOf: TitleOf
  ) {}

  /**
   * The value at a path, unchecked. A group on the way that is not an object is
   * reported once, not for each of its settings.
   */
  at(path: string): unknown {
    const names = path.split('.');
    return names.reduce<unknown>((value, name, index) => {
      if (isRecord(value)) {
        return value[name];
      }
      const group = names.slice(0, index).join('.');
      if (index > 0 && value !== undefined && !this._notGroups.has(group)) {
        this._notGroups.add(group);
        this.refuse(group, JSON.stringify(value), this._namesAndValues);
      }
      return undefined;
    }, this._source);
  }

  /** @param unreadable the value to use if something there is not a boolean. */
  flag(path: string, otherwise: boolean, unreadable = otherwise): boolean {
    return this._take(
      path,
      isBoolean,
      otherwise,
      this._trans.__('yes or no'),
      unreadable
    );
  }

  text(path: string, otherwise = ''): string {
    return this._take(path, isText, otherwise, this._trans.__('text'));
  }

  /** A whole number from `least` to `most`. */
  integer(
    path: string,
    otherwise: number,
    least: number,
    most: number
  ): number {
    return this._take(
      path,
      (value): value is number =>
        Number.isInteger(value) && isWithin(value, least, most),
      otherwise,
      this._trans.__('a whole number from %1 to %2', least, most)
    );
  }

  /** A number from `least` to `most`; null where nothing is set. */
  number(path: string, least: number, most: number): number | null {
    return this._take<number | null>(
      path,
      (value): value is number => isWithin(value, least, most),
      null,
      this._trans.__('a number from %1 to %2', least, most)
    );
  }

  /** @param unreadable the value to use if something else is there. */
  choice<V extends string>(
    path: string,
    otherwise: V,
    values: readonly V[],
    unreadable = otherwise
  ): V {
    return this._take(
      path,
      (value): value is V => values.some(each => each === value),
      otherwise,
      this._trans.__('one of %1', values.join(', ')),
      unreadable
    );
  }

  /** The texts in a list; each item that is not a text is reported. */
  texts(path: string, otherwise: readonly string[]): string[] {
    return this.items(path, isText, this._trans.__('text'), otherwise);
  }

  /**
   * The entries of an object that fit. Each of the others is reported and
   * replaced: by `unreadable` if given, else by the entry of the same name in
   * `otherwise`.
   */
  entries<V>(
    path: string,
    fits: (value: unknown) => value is V,
    expected: string,
    otherwise: Readonly<Record<string, V>> = {},
    unreadable?: V
  ): Record<string, V> {
    const all = this._take<Readonly<Record<string, unknown>>>(
      path,
      isRecord,
      otherwise,
      this._namesAndValues
    );
    const valid: Record<string, V> = {};
    for (const [name, value] of Object.entries(all)) {
      if (fits(value)) {
        valid[name] = value;
        continue;
      }
      const shown = `${name}: ${JSON.stringify(value)}`;
      const instead = Object.hasOwn(otherwise, name)
        ? otherwise[name]
        : unreadable;
      if (instead === undefined) {
        this.refuse(path, shown, expected);
      } else {
        valid[name] = instead;
        this.refuse(path, shown, expected, JSON.stringify(instead));
      }
    }
    return valid;
  }

  /** The items of a list that fit; each of the others is reported. */
  items<V>(
    path: string,
    fits: (value: unknown) => value is V,
    expected: string,
    otherwise: readonly V[] = []
  ): V[] {
    const list = this._take<readonly unknown[]>(
      path,
      Array.isArray,
      otherwise,
      this._trans.__('a list')
    );
    return list.filter((value): value is V => {
      const fit = fits(value);
      if (!fit) {
        this.refuse(path, JSON.stringify(value), expected);
      }
      return fit;
    });
  }

  /**
   * Reports that a value is not used. `instead` is what is used, if anything.
   */
  refuse(path: string, shown: string, expected: string, instead = ''): void {
    const { _trans: trans } = this;
    const what = trans.__(
      'The setting “%1” has %2, which cannot be used: it takes %3.',
      this._titleOf(path),
      shown.slice(0, MAX_SHOWN),
      expected
    );
    this.problems.push(
      instead === ''
        ? what
        : `${what} ${trans.__('%1 is used instead.', instead)}`
    );
  }

  private get _namesAndValues(): string {
    return this._trans.__('names and values');
  }

  private _take<V>(
    path: string,
    fits: (value: unknown) => value is V,
    otherwise: V,
    expected: string,
    unreadable = otherwise
  ): V {
    const value = this.at(path);
    if (value === undefined) {
      return this._isInNoGroup(path) ? unreadable : otherwise;
    }
    if (fits(value)) {
      return value;
    }
    const instead = unreadable === null ? '' : JSON.stringify(unreadable);
    this.refuse(path, JSON.stringify(value), expected, instead);
    return unreadable;
  }

  /** Whether a group on its path is not an object and was reported as such. */
  private _isInNoGroup(path: string): boolean {
    return [...this._notGroups].some(group => path.startsWith(`${group}.`));
  }
}

/** Enough characters of a value to find it by. */
const MAX_SHOWN = 60;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}
