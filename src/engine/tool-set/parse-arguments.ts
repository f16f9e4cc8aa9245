import type { ITool } from '../../contract';

/** Arguments as a tool takes them, or what is wrong with them. */
export type ParsedArguments =
  | { args: Record<string, unknown>; problem: null }
  | { args: null; problem: string };

/**
 * Holds arguments to a tool's schema, whoever wrote them: the model in a call,
 * or the person in an edit.
 */
export function parseArguments(
  tool: ITool,
  args: Record<string, unknown>
): ParsedArguments {
  const given = withoutNulls(args);
  const parsed = tool.schema.safeParse(tool.tidy?.(given) ?? given);
  return parsed.success
    ? { args: parsed.data as Record<string, unknown>, problem: null }
    : { args: null, problem: problemText(tool.name, parsed.error.issues) };
}

/** What is wrong with arguments, in words that a model can act on. */
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

/** Many models write null for an argument they leave out. */
function withoutNulls(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).filter(([, value]) => value !== null)
  );
}
