import { MOST_TOOL_FAILURES, type IPreparedTool } from '../../../contract';
import type { IMemoryHit } from '../../../memory';
import type { IPlanTool } from '../state/plan-ports';

/** How similar an earlier step must be for its memory to count. */
const LEAST_LIKENESS = 0.5;

/**
 * The tools of a step in order: by their score in the index, plus `success_rate
 * · 0.3` for what worked before; tools that failed too often are left out.
 * Arguments known from memory fill in missing ones.
 *
 * @param given arguments by name of the tool.
 */
export function preparedTools(
  tools: readonly IPlanTool[],
  memories: readonly IMemoryHit[],
  given: Readonly<Record<string, Record<string, unknown>>>
): IPreparedTool[] {
  const known = new Map(
    memories
      .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
      .reverse()
      .map(({ entry }) => [entry.tools[0], entry])
  );
  return tools
    .filter(
      ({ name }) => (known.get(name)?.failures ?? 0) <= MOST_TOOL_FAILURES
    )
    .map(({ name, schema, score }): IPreparedTool => {
      const memory = known.get(name);
      const properties = (schema.properties ?? {}) as Record<string, unknown>;
      const remembered = Object.entries(memory?.shape ?? {}).flatMap(
        ([argument, { value }]) =>
          value !== undefined && Object.hasOwn(properties, argument)
            ? [[argument, value]]
            : []
      );
      const values: Record<string, unknown> = {
        ...Object.fromEntries(remembered),
        ...given[name]
      };
      const required = Array.isArray(schema.required)
        ? schema.required.map(String)
        : [];
      const missing = required.filter(
        field => values[field] === undefined || values[field] === ''
      );
      return {
        name,
        schema,
        arguments: values,
        missing,
        readiness:
          required.length === 0
            ? 1
            : (required.length - missing.length) / required.length,
        score:
          score +
          (memory && memory.uses > 0
            ? (memory.successes / memory.uses) * 0.3
            : 0)
      };
    })
    .sort((one, other) => other.score - one.score);
}
