import type { IPreparedTool } from '../../contract';

/** Arguments by name of the tool. */
type Arguments = Record<string, Record<string, unknown>>;

/** The person's changes to a prepared step. */
export interface IStepDraft {
  arguments: Arguments;
  words: string;
}

/** @param kept the changes so far, as they were read from storage. */
export function stepDraftOf(
  kept: Record<string, unknown> | undefined
): IStepDraft {
  const draft = (kept ?? {}) as Partial<IStepDraft>;
  return {
    arguments:
      draft.arguments && typeof draft.arguments === 'object'
        ? draft.arguments
        : {},
    words: typeof draft.words === 'string' ? draft.words : ''
  };
}

/** The arguments that differ from those proposed. */
export function editedArguments(
  tools: readonly IPreparedTool[],
  draft: IStepDraft
): Arguments {
  return Object.fromEntries(
    tools
      .filter(
        tool =>
          tool.name in draft.arguments &&
          textOf(tool, draft.arguments[tool.name]) !==
            textOf(tool, tool.arguments)
      )
      .map(({ name }) => [
        name,
        Object.fromEntries(
          Object.entries(draft.arguments[name]).filter(
            ([, value]) => !isEmpty(value)
          )
        )
      ])
  );
}

/** Names of required arguments that have no value. */
export function missingArguments(
  { schema }: IPreparedTool,
  values: Record<string, unknown>
): string[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return required.map(String).filter(name => isEmpty(values[name]));
}

/**
 * Whether it is no value, or a list or object without values, which a form
 * creates by itself.
 */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.values(value).every(isEmpty))
  );
}

/**
 * The same text for equal arguments, in any order. Values that are not set are
 * left out, and so are defaults from the schema, since a form fills those in by
 * itself.
 */
function textOf(
  { schema }: IPreparedTool,
  values: Record<string, unknown>
): string {
  const properties = (schema.properties ?? {}) as Record<
    string,
    { default?: unknown } | undefined
  >;
  return JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [name, JSON.stringify(value)] as const)
      .filter(
        ([name, text]) => text !== JSON.stringify(properties[name]?.default)
      )
      .sort(([one], [other]) => one.localeCompare(other))
  );
}
