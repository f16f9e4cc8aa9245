/**
 * Why a tool is not run any more in this run, in words for the model; null
 * while its limit is not reached. LangChain's `toolCallLimitMiddleware` counts
 * in an `afterModel` hook, which would be one more node and checkpoint a step.
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
