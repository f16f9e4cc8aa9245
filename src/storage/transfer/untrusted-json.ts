import type { z } from 'zod';

/** A value in a file is not valid. */
export class MalformedError extends Error {
  constructor(readonly what: string) {
    super(`${what} is not what it must be.`);
    this.name = 'MalformedError';
  }
}

/** Maximum nesting depth: code that later processes a value may be recursive. */
const MAX_LEVELS = 72;

/** Keys that could change what other objects inherit when an object is copied. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype'
]);

/** @throws MalformedError if the parsed JSON is no such value. */
export function parseAs<T extends z.ZodType>(
  schema: T,
  value: unknown
): z.infer<T> {
  const { data, error } = schema.safeParse(value);
  if (error) {
    throw new MalformedError(error.issues[0].path.join('.') || 'file');
  }
  return data;
}

/**
 * JSON of a file that nobody has checked.
 * @throws MalformedError if it could harm the code that reads it.
 */
export function harmless(value: unknown, level = 0): unknown {
  if (level > MAX_LEVELS) {
    throw new MalformedError('file');
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (PROTOTYPE_KEYS.has(key)) {
        throw new MalformedError(key);
      }
      harmless(item, level + 1);
    }
  }
  return value;
}
