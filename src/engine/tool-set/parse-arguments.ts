import type { ITool } from '../../contract';
import type { CellNames } from '../../tools';
import { z } from 'zod';
import { isDeclared } from './tool-set';

/** Arguments in the form the tool takes, or what is wrong with them. */
export type ParsedArguments =
  | { args: Record<string, unknown>; problem: null }
  | { args: null; problem: string };

/**
 * Checks arguments against a tool's schema, whoever wrote them: the model in a
 * call, or the person in an edit.
 *
 * @param names given for a model's: cells may be called by their short names, a
 * name that belongs to one cell is replaced by its id, and what is missing gets
 * its default. A person's edit stays as the card shows it.
 */
export function parseArguments(
  tool: ITool,
  args: Record<string, unknown>,
  names?: Pick<CellNames, 'whole'>
): ParsedArguments {
  const given = unquoted(args, parametersOf(tool)) as typeof args;
  const parsed = tool.schema.safeParse(
    names
      ? withCells(tool, tool.tidy?.(given) ?? withoutNulls(given), reference =>
          names.whole(reference)
        )
      : given
  );
  return parsed.success
    ? { args: parsed.data as Record<string, unknown>, problem: null }
    : { args: null, problem: problemText(tool.name, parsed.error.issues) };
}

/** What is wrong with the arguments, in words that a model can act on. */
function problemText(
  name: string,
  issues: { path: PropertyKey[]; message: string }[]
): string {
  const problems = issues
    .map(issue => {
      const at = issue.path.join('.');
      return at ? `${at}: ${issue.message}` : issue.message;
    })
    .join('; ');
  return `The arguments of ${name} do not fit: ${problems}. Call it again with arguments that fit.`;
}

/** The arguments with each cell id in them replaced. */
export function withCells(
  { cellArguments = [] }: ITool,
  args: Record<string, unknown>,
  change: (reference: string) => string
): Record<string, unknown> {
  const changed = (value: unknown): unknown =>
    typeof value === 'string' ? change(value) : value;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      !cellArguments.includes(name)
        ? value
        : Array.isArray(value)
          ? value.map(changed)
          : changed(value)
    ])
  );
}

type Schema = Record<string, unknown>;

/**
 * A value in which strings that hold JSON are read, where the schema wants a
 * list or an object and no string; with `all`, also numbers and the like, for
 * calls whose format has only strings.
 */
export function unquoted(value: unknown, schema: Schema, all = false): unknown {
  const types = typesOf(schema);
  if (typeof value === 'string') {
    const read = types.has('string') ? undefined : jsonIn(value);
    const type = Array.isArray(read) ? 'array' : typeof read;
    const isWanted =
      types.has(type) || (all && type === 'number' && types.has('integer'));
    return isWanted && (all || type === 'array' || type === 'object')
      ? unquoted(read, schema, all)
      : value;
  }
  const { items, properties } = schema as {
    items?: Schema;
    properties?: Record<string, Schema>;
  };
  if (Array.isArray(value)) {
    return items ? value.map(each => unquoted(each, items, all)) : value;
  }
  return properties && typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          name,
          Object.hasOwn(properties, name)
            ? unquoted(each, properties[name], all)
            : each
        ])
      )
    : value;
}

function typesOf({ type, anyOf, oneOf }: Schema): Set<unknown> {
  const branches = [anyOf, oneOf].flat().filter(Boolean) as Schema[];
  return new Set([
    ...[type].flat(),
    ...branches.flatMap(each => [...typesOf(each)])
  ]);
}

/** Undefined if a text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that a model meant as one.
    return undefined;
  }
}

/** Many models write null for an argument that they mean to leave out. */
function withoutNulls(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).filter(([, value]) => value !== null)
  );
}

/**
 * Cached by the schema of our tools, since converting them all takes longer
 * than a step may.
 */
const written = new WeakMap<z.ZodType, Record<string, unknown>>();

/**
 * Bounds that cost characters in every request and tell a model nothing it
 * would not do anyway. They are still checked when it calls.
 */
const UNSENT = [
  'minLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'maxLength',
  'exclusiveMinimum'
] as const;

/**
 * JSON Schema of a tool's arguments, without parts that only cost characters.
 * Returns the same object each time, so do not change it.
 */
export function parametersOf(each: ITool): Record<string, unknown> {
  return isDeclared(each)
    ? parameters(each.jsonSchema)
    : ownParameters(each.schema);
}

/** The same for a schema of ours. */
export function ownParameters(schema: z.ZodType): Record<string, unknown> {
  const known =
    written.get(schema) ??
    parameters(
      z.toJSONSchema(schema, {
        io: 'input',
        override: ({ jsonSchema }) => {
          for (const bound of UNSENT) {
            delete jsonSchema[bound];
          }
        }
      }) as Record<string, unknown>
    );
  written.set(schema, known);
  return known;
}

/** What a tool takes, for a model whose call did not fit. */
export function schemaText(tool: ITool): string {
  return `The arguments of ${tool.name}, as JSON Schema: ${JSON.stringify(parametersOf(tool))}`;
}

function parameters({
  $schema: _,
  additionalProperties: __,
  ...schema
}: Record<string, unknown>): Record<string, unknown> {
  return schema;
}
