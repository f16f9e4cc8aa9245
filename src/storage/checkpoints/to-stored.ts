import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';

import type { StoredValue } from '../database/thread-schema';

/** Collects the messages when a value is written. */
export interface IMessageKeys {
  /** @returns the key under which it is stored. */
  message(message: object): number;
  list(messages: object[]): number;
}

/** The messages that were read, by the same keys. */
export interface IReadMessages {
  messages: ReadonlyMap<number, object>;
  lists: ReadonlyMap<number, readonly number[]>;
}

/** A record differs from what was written. */
export class UnreadableRecord extends Error {
  constructor(what: string, options?: { cause?: unknown }) {
    super(`Unreadable: ${what}`, options);
    this.name = 'UnreadableRecord';
  }
}

/**
 * Replaces each message or list of messages in a value with a mark. The state
 * holds the conversation, and so does each pending call LangGraph sends.
 */
export function takeOutMessages(value: unknown, keys: IMessageKeys): unknown {
  const take = (part: unknown): unknown => {
    if (isMessage(part)) {
      return { [MESSAGE]: keys.message(part) };
    }
    if (Array.isArray(part)) {
      return part.length > SHORT && part.every(isMessage)
        ? { [LIST]: keys.list(part) }
        : part.map(take);
    }
    if (isSend(part)) {
      // In the serialiser's own form, so that its state is searched too.
      const { node, args, timeout } = part;
      return {
        node,
        args: take(args),
        ...(timeout !== undefined && { timeout })
      };
    }
    return isPlain(part)
      ? renamed(part, take, key => (LIKE_A_MARK.test(key) ? `$${key}` : key))
      : part;
  };
  return take(value);
}

/** Requests the messages that the marks in a value refer to. */
export function marksIn(
  value: unknown,
  found: { messages: Set<number>; lists: Set<number> }
): void {
  const message = markOf(value, MESSAGE);
  const list = markOf(value, LIST);
  if (message !== null) {
    found.messages.add(message);
  } else if (list !== null) {
    found.lists.add(list);
  } else if (Array.isArray(value)) {
    value.forEach(part => marksIn(part, found));
  } else if (isPlain(value)) {
    Object.values(value).forEach(part => marksIn(part, found));
  }
}

/** @throws UnreadableRecord if a message is gone. */
export function putBackMessages(value: unknown, read: IReadMessages): unknown {
  const message = (key: number): object =>
    read.messages.get(key) ?? missing(`message ${key}`);
  const put = (part: unknown): unknown => {
    const one = markOf(part, MESSAGE);
    if (one !== null) {
      return message(one);
    }
    const list = markOf(part, LIST);
    if (list !== null) {
      return (read.lists.get(list) ?? missing(`list ${list}`)).map(message);
    }
    if (Array.isArray(part)) {
      return part.map(put);
    }
    return isPlain(part)
      ? renamed(part, put, key => (ESCAPED.test(key) ? key.slice(1) : key))
      : part;
  };
  return put(value);
}

/** A value in the form stored in a row. */
export async function toStored(
  serde: SerializerProtocol,
  value: unknown
): Promise<StoredValue> {
  const [type, data] = await serde.dumpsTyped(value);
  return type === 'bytes'
    ? { bytes: data }
    : { json: JSON.parse(new TextDecoder().decode(data)) };
}

/** @throws UnreadableRecord if the row is invalid. */
export async function fromStored(
  serde: SerializerProtocol,
  stored: StoredValue | undefined
): Promise<unknown> {
  if (!stored || typeof stored !== 'object') {
    return missing('a record is empty');
  }
  if ('bytes' in stored && ArrayBuffer.isView(stored.bytes)) {
    return serde.loadsTyped('bytes', stored.bytes);
  }
  if (!('json' in stored) || stored.json === undefined) {
    return missing('a record has no value');
  }
  return serde.loadsTyped('json', JSON.stringify(stored.json));
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

/** Shorter lists are stored directly, because a chain does not pay off. */
const SHORT = 8;

const MESSAGE = '$message';
const LIST = '$messages';
/** A key of the data itself that looks like a mark gets an additional `$`. */
const LIKE_A_MARK = /^\$+messages?$/;
const ESCAPED = /^\$\$+messages?$/;

function markOf(part: unknown, mark: string): number | null {
  if (!isPlain(part)) {
    return null;
  }
  const key = part[mark];
  return typeof key === 'number' ? key : null;
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

function missing(what: string): never {
  throw new UnreadableRecord(what);
}
