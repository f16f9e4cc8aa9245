import type { Run } from '../run/run';

/**
 * Why a tool is not run any more in this run, in words for the model; null
 * while its limit is not reached. LangChain's `toolCallLimitMiddleware` counts
 * in an `afterModel` hook, which would be one more node and checkpoint a step.
 */
export function toolCallProblem(run: Run, tool: string): string | null {
  const limit = run.options.settings().limits.toolCalls[tool];
  return limit !== undefined && (run.ran.get(tool) ?? 0) >= limit
    ? `The limit of ${limit} ${limit === 1 ? 'call' : 'calls'} of ${tool} a message is reached. Go on without it.`
    : null;
}

/** Notes that a tool is run. */
export function countToolCall(run: Run, tool: string): void {
  run.ran.set(tool, (run.ran.get(tool) ?? 0) + 1);
}
