import { SerialQueue } from '../../contract/util/serial-queue';

/** A stored list of messages: the numbers from `first` to `last`, and so on. */
type Ranges = [first: number, last: number][];

/** A record differs from what was written. */
export class UnreadableRecord extends Error {
  constructor(what: string, options?: { cause?: unknown }) {
    super(`Unreadable: ${what}`, options);
    this.name = 'UnreadableRecord';
  }
}

/**
 * The messages of one thread, each stored once under a number. A value is
 * stored with numbers in place of its messages, a list of them as ranges:
 * messages that are appended have consecutive numbers.
 *
 * It relies on messages never being changed in place, which reducers guarantee;
 * only an id that LangGraph assigns later is noticed.
 */
export class ThreadMessages {
  /** Writes of the thread, because each builds on the numbers of those before. */
  readonly queue = new SerialQueue();
  private readonly _numbers = new WeakMap<
    object,
    { number: number; id: unknown }
  >();
  private readonly _messages = new Map<number, object>();
  /** No two pages, and no two loads of one, begin at the same number. */
  private _next = Date.now() * 1000 + Math.floor(Math.random() * 1000);

  /** @param fence the thread's fence number: what holds, holds for as long as it does. */
  constructor(readonly fence: number | undefined) {}

  /** @param added receives the messages that have to be stored. */
  pack(value: unknown, added: Map<number, object>): unknown {
    const pack = (part: unknown): unknown => {
      if (isMessage(part)) {
        return { [MESSAGE]: this._numberOf(part, added) };
      }
      if (Array.isArray(part)) {
        return part.length > 0 && part.every(isMessage)
          ? {
              [MESSAGES]: asRanges(
                part.map(each => this._numberOf(each, added))
              )
            }
          : part.map(pack);
      }
      if (isSend(part)) {
        // In the serialiser's own form, so that its state is searched too.
        const { node, args, timeout } = part;
        return {
          node,
          args: pack(args),
          ...(timeout !== undefined && { timeout })
        };
      }
      return isPlain(part)
        ? renamed(part, pack, key => (LIKE_A_MARK.test(key) ? `$${key}` : key))
        : part;
    };
    return pack(value);
  }

  /**
   * Puts the messages back into values.
   *
   * @param read reads messages that are not in memory.
   * @throws UnreadableRecord if one is gone.
   */
  async unpack(
    values: readonly unknown[],
    read: (numbers: readonly number[]) => Promise<ReadonlyMap<number, object>>
  ): Promise<unknown[]> {
    const wanted = new Set<number>();
    const collect = (part: unknown): void => {
      const numbers = numbersIn(part);
      if (numbers) {
        numbers.forEach(each => wanted.add(each));
      } else if (Array.isArray(part)) {
        part.forEach(collect);
      } else if (isPlain(part)) {
        Object.values(part).forEach(collect);
      }
    };
    values.forEach(collect);
    const unread = [...wanted].filter(each => !this._messages.has(each));
    for (const [number, message] of unread.length ? await read(unread) : []) {
      this._know(message, number);
    }
    const unpack = (part: unknown): unknown => {
      const numbers = numbersIn(part);
      if (numbers) {
        const messages = numbers.map(
          each =>
            this._messages.get(each) ?? unreadable(`message ${String(each)}`)
        );
        return isPlain(part) && MESSAGE in part ? messages[0] : messages;
      }
      if (Array.isArray(part)) {
        return part.map(unpack);
      }
      return isPlain(part)
        ? renamed(part, unpack, key => (ESCAPED.test(key) ? key.slice(1) : key))
        : part;
    };
    return values.map(unpack);
  }

  /** They could not be stored. */
  forget(added: ReadonlyMap<number, object>): void {
    for (const [number, message] of added) {
      this._numbers.delete(message);
      this._messages.delete(number);
    }
  }

  private _numberOf(message: object, added: Map<number, object>): number {
    const known = this._numbers.get(message);
    if (known && known.id === idOf(message)) {
      return known.number;
    }
    const number = known?.number ?? this._next++;
    this._know(message, number);
    added.set(number, message);
    return number;
  }

  private _know(message: object, number: number): void {
    this._numbers.set(message, { number, id: idOf(message) });
    this._messages.set(number, message);
  }
}

export function isMessage(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    'getType' in value &&
    typeof value.getType === 'function' &&
    'lc_namespace' in value
  );
}

const MESSAGE = '$message';
const MESSAGES = '$messages';
/** A key of the data itself that looks like a mark gets an additional `$`. */
const LIKE_A_MARK = /^\$+messages?$/;
const ESCAPED = /^\$\$+messages?$/;

function asRanges(numbers: readonly number[]): Ranges {
  const ranges: Ranges = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === number) {
      last[1] = number;
    } else {
      ranges.push([number, number]);
    }
  }
  return ranges;
}

/** The numbers in a mark; null if it is none. */
function numbersIn(part: unknown): number[] | null {
  if (!isPlain(part)) {
    return null;
  }
  if (MESSAGE in part) {
    return [part[MESSAGE] as number];
  }
  const ranges = part[MESSAGES];
  if (ranges === undefined) {
    return null;
  }
  if (!Array.isArray(ranges)) {
    return unreadable('a list of messages');
  }
  return (ranges as Ranges).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
  );
}

function renamed(
  part: Record<string, unknown>,
  change: (part: unknown) => unknown,
  rename: (key: string) => string
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(part).map(([key, item]) => [rename(key), change(item)])
  );
}

/** A plain object, from this frame or another; not a class instance. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const parent = Object.getPrototypeOf(value);
  return parent === null || Object.getPrototypeOf(parent) === null;
}

function isSend(
  value: unknown
): value is { node: string; args: unknown; timeout?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'lg_name' in value &&
    value.lg_name === 'Send'
  );
}

function idOf(message: object): unknown {
  return 'id' in message ? message.id : undefined;
}

function unreadable(what: string): never {
  throw new UnreadableRecord(what);
}
