import type { IMemoryObservation } from '../../../contract';
import type { PlanStateValue } from '../state/plan-state';

/** What is to be learned of a plan that has ended. */
export function observationsOf(
  state: PlanStateValue,
  time: number
): IMemoryObservation[] {
  const { session, task, plan, outcomes, answered, clarity } = state;
  const typed = [task, ...answered.map(({ answer }) => answer)].join('\n');
  const base = { domain: '', typed, time };
  const run = plan.filter(({ id }) => outcomes[id]?.work);
  const success =
    run.length > 0 &&
    run.every(({ id }) => outcomes[id].status === 'succeeded');
  const calls = run.flatMap(step =>
    (outcomes[step.id].work?.calls ?? []).map(call => ({ step, call }))
  );
  if (state.route === 'simple_chat') {
    return [];
  }
  return [
    ...(answered.length > 0
      ? [
          {
            ...base,
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
            tools: calls.map(({ call }) => call.tool),
            success
          }
        ]
      : []),
    ...calls.map(({ step, call }, at) => ({
      ...base,
      kind: 'tool' as const,
      id: `${session} ${step.id} ${at}`,
      step: step.title,
      tool: call.tool,
      success: !call.isError,
      ms: call.ms,
      arguments: call.arguments
    }))
  ];
}
