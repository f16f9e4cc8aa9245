import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';

import type { StoredValue } from '../database/thread-schema';
import { unfoldTexts } from '../database/fold-texts';

/** Where messages go when a value is written. */
export interface IMessageKeys {
  /** @returns the key it is found by. */
  message(message: object): number;
  list(messages: object[]): number;
}

/** Messages that were read, by the same keys. */
export interface IReadMessages {
  messages: ReadonlyMap<number, object>;
  lists: ReadonlyMap<number, readonly number[]>;
}

/** A record is not what was written. */
export class UnreadableRecord extends Error {
  constructor(what: string, options?: { cause?: unknown }) {
    super(`Unreadable: ${what}`, options);
    this.name = 'UnreadableRecord';
  }
}

/**
 * A value with a mark where a message or a list of them stood: the state holds
 * the conversation, and so does each call that LangGraph sends on its way.
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
      // As the serialiser would write it, so that its state is looked at too.
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

/** Asks for what the marks of a value stand for. */
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

/** @throws UnreadableRecord where a message is gone. */
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

/** A value as a row holds it; its long texts are still in place. */
export async function toStored(
  serde: SerializerProtocol,
  value: unknown
): Promise<StoredValue> {
  const [type, data] = await serde.dumpsTyped(value);
  return type === 'bytes'
    ? { bytes: data }
    : { json: JSON.parse(new TextDecoder().decode(data)) };
}

/** @throws UnreadableRecord where the row is none, or a text of it is gone. */
export async function fromStored(
  serde: SerializerProtocol,
  stored: StoredValue | undefined,
  text: (hash: string) => Promise<string | undefined>
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
  const value = await unfoldTexts(
    stored.json,
    async hash => (await text(hash)) ?? missing(`text ${hash}`)
  );
  return serde.loadsTyped('json', JSON.stringify(value));
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

/** Up to here a list is written as it is: no chain is worth it. */
const SHORT = 8;

const MESSAGE = '$message';
const LIST = '$messages';
/** A key of the value's own that reads like a mark gets a `$` more. */
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

/** An object literal, of this frame or another; no class. */
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
