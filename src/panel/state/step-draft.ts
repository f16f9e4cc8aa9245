import type { IPreparedTool } from '../../contract';

/** Arguments by name of the tool. */
type Arguments = Record<string, Record<string, unknown>>;

/** What the person changes of a prepared step. */
export interface IStepDraft {
  arguments: Arguments;
  words: string;
}

/** @param kept what was changed so far, as it came back from storage. */
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

/** The arguments that are others than those proposed. */
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

/** Required arguments without a value, by name. */
export function missingArguments(
  { schema }: IPreparedTool,
  values: Record<string, unknown>
): string[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return required.map(String).filter(name => isEmpty(values[name]));
}

/** No value, or a list or an object of none: a form makes up such by itself. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.values(value).every(isEmpty))
  );
}

/**
 * The same for equal arguments, in whatever order. What is not set is not there,
 * and what the schema says anyway is as good as not set: a form fills that in by
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
