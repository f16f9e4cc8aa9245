/**
 * Why a tool may not be run again in this run, as a sentence for the model;
 * null while its limit is not reached. LangChain's `toolCallLimitMiddleware`
 * counts in an `afterModel` hook, which would cost one more node and checkpoint
 * per step.
 */
export function toolCallProblem(
  limits: Readonly<Record<string, number>>,
  counts: ReadonlyMap<string, number>,
  tool: string
): string | null {
  const limit = limits[tool];
  return limit !== undefined && (counts.get(tool) ?? 0) >= limit
    ? `The limit of ${limit} ${limit === 1 ? 'call' : 'calls'} of ${tool} a message is reached. Go on without it.`
    : null;
}
