import type { CallLedger } from './call-ledger';

/**
 * Why a tool may not be run again in this run, as a sentence for the model;
 * null while its limit is not reached. LangChain's `toolCallLimitMiddleware`
 * counts in an `afterModel` hook, which would cost one more node and checkpoint
 * per step.
 */
export function toolCallProblem(
  limits: Readonly<Record<string, number>>,
  calls: Pick<CallLedger, 'othersOf'>,
  { id, name }: { id: string; name: string }
): string | null {
  const limit = limits[name];
  return limit !== undefined && calls.othersOf(id, name) >= limit
    ? `The limit of ${limit} ${limit === 1 ? 'call' : 'calls'} of ${name} a message is reached. Go on without it.`
    : null;
}
