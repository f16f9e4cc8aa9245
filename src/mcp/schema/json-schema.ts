import { fromJsonSchema } from '@modelcontextprotocol/client';

import type { ITranslator } from '../../contract';
import { cleanLine, cleanText } from '../wire/clean-text';
import { isRecord } from '../../contract/util/is-record';

export type JsonSchema = Record<string, unknown>;

/** Why a server's schema cannot be used; part of a sentence. */
export class SchemaProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaProblem';
  }
}

/** Keywords that hold one schema or a list, and those that hold schemas by name. */
const INNER = words(
  'items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else allOf anyOf oneOf prefixItems'
);
const NAMED = words(
  'properties patternProperties dependentSchemas dependencies $defs definitions'
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * Changes each schema directly inside a schema. Leaves alone what only looks
 * like a keyword: a property called `$ref`, a default.
 */
function mapSchemas(
  schema: JsonSchema,
  change: (inner: JsonSchema) => unknown
): JsonSchema {
  const changed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(changed)
      : isRecord(value)
        ? change(value)
        : value;
  const entries = Object.entries(schema).map(([key, value]) => {
    if (NAMED.has(key) && isRecord(value)) {
      const named = Object.entries(value);
      return [
        key,
        Object.fromEntries(named.map(([name, each]) => [name, changed(each)]))
      ];
    }
    return [key, INNER.has(key) ? changed(value) : value];
  });
  return Object.fromEntries(entries) as JsonSchema;
}

/** Maximum length of one description, and of all arguments together. */
const MAX_DESCRIPTION = 500;
const MAX_CHARACTERS = 20_000;

/**
 * A tool's arguments as models and people are shown them, and as they are
 * checked: an object, with references resolved and the server's texts cleaned
 * and cut. Regular expressions are told in words and left for the server to
 * check: a badly written or malicious one would block the page. So would
 * `uniqueItems`, which compares each entry with every other.
 *
 * @throws SchemaProblem
 */
export function argumentSchema(given: unknown, trans: ITranslator): JsonSchema {
  if (!isRecord(given) || (given.type ?? 'object') !== 'object') {
    throw new SchemaProblem(trans.__('its arguments are not a JSON object'));
  }
  const schema = resolveReferences(given, trans);
  if (JSON.stringify(schema).length > MAX_CHARACTERS) {
    throw new SchemaProblem(trans.__('its arguments are too large'));
  }
  return { properties: {}, ...schema, type: 'object' };
}

/**
 * What no reference needs any more, and what is not checked; a check stops at a
 * dialect that it does not know.
 */
const UNUSED = words(
  '$dynamicRef $recursiveRef $defs definitions $schema $id pattern patternProperties uniqueItems'
);

/** Maximum length of a regular expression that is described. */
const MAX_PATTERN = 100;

/** Maximum number of schemas inside one schema after resolving its references. */
const MAX_SCHEMAS = 2000;
const MAX_DEPTH = 32;

/**
 * Replaces each `$ref` with the schema it refers to. Models and their servers
 * support few of JSON Schema's kinds of references. A schema that refers to
 * itself is written out to its second level if there is room; what is below may
 * be anything, and the server judges.
 *
 * @throws SchemaProblem for addresses elsewhere, or endless growth.
 */
export function resolveReferences(
  root: JsonSchema,
  trans: ITranslator
): JsonSchema {
  const resolved = resolveTo(2, root, trans) ?? resolveTo(1, root, trans);
  if (!resolved) {
    throw new SchemaProblem(trans.__('its arguments are too large'));
  }
  return resolved;
}

/** @returns null if that makes it too large. */
function resolveTo(
  levels: number,
  root: JsonSchema,
  trans: ITranslator
): JsonSchema | null {
  let count = 0;
  let isTooLarge = false;
  const resolve = (
    schema: JsonSchema,
    open: readonly string[],
    depth: number
  ): JsonSchema => {
    count += 1;
    isTooLarge ||= count > MAX_SCHEMAS || depth > MAX_DEPTH;
    if (isTooLarge) {
      return {};
    }
    const { $ref, ...rest } = schema;
    if (isRecord(rest.patternProperties)) {
      // The properties that they allow would count as additional.
      delete rest.additionalProperties;
      delete rest.unevaluatedProperties;
    }
    const own = mapSchemas(
      Object.fromEntries(
        Object.entries(rest).filter(([key]) => !UNUSED.has(key))
      ),
      inner => resolve(inner, open, depth + 1)
    );
    for (const key of ['title', 'description', '$comment']) {
      if (key in own) {
        own[key] = cleanText(own[key], MAX_DESCRIPTION);
      }
    }
    const pattern = cleanLine(rest.pattern, MAX_PATTERN);
    if (pattern) {
      own.description = [own.description, `Pattern: ${pattern}`]
        .filter(Boolean)
        .join(' ');
    }
    if (typeof $ref !== 'string') {
      return own;
    }
    const target = targetOf(root, $ref, trans);
    const isDeep = open.filter(each => each === $ref).length >= levels;
    return {
      ...(isDeep
        ? typeof target.type === 'string' && { type: target.type }
        : resolve(target, [...open, $ref], depth + 1)),
      ...own
    };
  };
  const resolved = resolve(root, ['#'], 0);
  return isTooLarge ? null : resolved;
}

/** The schema that a JSON pointer in a fragment refers to. */
function targetOf(
  root: JsonSchema,
  reference: string,
  trans: ITranslator
): JsonSchema {
  const [start, ...parts] = reference.split('/');
  let at: unknown = start === '#' ? root : undefined;
  for (const part of parts) {
    const name = unescaped(part);
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as JsonSchema)[name]
        : undefined;
  }
  if (!isRecord(at)) {
    throw new SchemaProblem(
      trans.__('its arguments refer to “%1”, which is not in them', reference)
    );
  }
  return at;
}

function unescaped(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch (error) {
    // A lone “%”, which is taken literally.
    console.debug('Cellwright: a pointer is not a URI fragment', error);
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** What is wrong with a value, and where. */
interface IValueIssue {
  path: PropertyKey[];
  message: string;
}

export type ValueCheck = (value: unknown) => readonly IValueIssue[];

/**
 * Checks values against a schema that `argumentSchema` made, without compiling
 * code.
 *
 * @throws Error if it is not a valid JSON Schema.
 */
export function valueCheck(schema: JsonSchema): ValueCheck {
  const standard = fromJsonSchema(
    schema as Parameters<typeof fromJsonSchema>[0]
  );
  return value => {
    const result = standard['~standard'].validate(value);
    if (result instanceof Promise) {
      throw new Error('A check of JSON Schema is never late.');
    }
    return (result.issues ?? []).map(({ message, path = [] }) => ({
      message,
      path: path.map(part => (typeof part === 'object' ? part.key : part))
    }));
  };
}
