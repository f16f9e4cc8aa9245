import type { IMemoryObservation } from '../../../contract';
import type { PlanStateValue } from '../state/plan-state';

/** What can be learned from a plan that has ended. */
export function observationsOf(
  state: PlanStateValue,
  time: number,
  domain: string
): IMemoryObservation[] {
  const { session, task, plan, outcomes, answered, clarity } = state;
  const typed = [task, ...state.typed].join('\n');
  const base = { domain, typed, time };
  const run = plan.filter(({ id }) => outcomes[id]?.work);
  const success =
    run.length > 0 &&
    run.every(({ id }) => outcomes[id].status === 'succeeded');
  const calls = run.flatMap(({ id, title }) =>
    (outcomes[id].work?.calls ?? []).map(call => ({ ...call, step: title, id }))
  );
  /**
   * The calls of each attempt once; those of failed attempts are in
   * `failedCalls`.
   */
  const attempts = [
    ...state.failedCalls,
    ...calls.filter(({ id }) => outcomes[id].status !== 'failed')
  ];
  if (state.route === 'simple_chat') {
    return [];
  }
  return [
    ...(answered.length > 0
      ? [
          {
            ...base,
            // Answers from memory were stored as they may be.
            typed: state.reused
              ? [typed, ...answered.map(({ answer }) => answer)].join('\n')
              : typed,
            kind: 'clarification' as const,
            id: session,
            task,
            answers: answered,
            ...clarity,
            reused: state.reused !== null,
            success: state.rejected === null && !state.stopped
          }
        ]
      : []),
    ...(run.length > 0
      ? [
          {
            ...base,
            kind: 'plan' as const,
            id: session,
            task,
            steps: plan.map(({ title, tools }) => ({ title, tools })),
            edited: state.edited,
            success
          }
        ]
      : []),
    ...(run.length > 0 && state.category
      ? [
          {
            ...base,
            kind: 'workflow' as const,
            id: session,
            category: state.category,
            steps: plan.map(({ title }) => title),
            tools: calls.map(({ tool }) => tool),
            success
          }
        ]
      : []),
    ...attempts.map(({ step, tool, isError, ms, arguments: given }, at) => ({
      ...base,
      kind: 'tool' as const,
      id: `${session} ${at}`,
      step,
      tool,
      success: !isError,
      ms,
      arguments: given
    }))
  ];
}
