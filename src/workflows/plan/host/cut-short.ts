import type { BaseMessage } from '@langchain/core/messages';

import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { keepPlanFiles } from '../state/keep-plan-files';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue } from '../state/plan-state';
import { skippedOutcome } from '../state/skipped-outcome';
import { shortened } from '../state/shortened';
import { MOST_SHORT } from '../state/step-outcome';

import { stepWork } from './step-work';

/**
 * The state of a plan that did not reach its end: what the step in progress had
 * done until then is kept and reported, like that of any other step.
 *
 * @param how `failed`: the plan can be continued, and so can the step.
 */
export async function cutShort(
  host: Pick<IWorkflowHost, 'run' | 'onlyRead'>,
  ports: IPlanPorts,
  state: PlanStateValue,
  /** `said` by the agent of that step. */
  { said, how }: { said: readonly BaseMessage[]; how: 'stopped' | 'failed' }
): Promise<PlanStateValue> {
  const { session, plan, outcomes, at, askedAt } = state;
  const isOpen = (id: string): boolean =>
    !(id in outcomes) || outcomes[id].status === 'raw';
  const made = await stepWork(host, said);
  const atWork =
    plan.find(({ id }) => id === at && isOpen(id)) ??
    plan.find(({ id }) => outcomes[id]?.status === 'raw');
  const left: PlanStateValue['outcomes'] = {};
  for (const { id } of plan.filter(each => isOpen(each.id))) {
    const before = outcomes[id];
    const now = id === atWork?.id && made.calls.length > 0 ? made : null;
    const parts = [before?.work, now].filter(part => part != null);
    if (parts.length > 0) {
      const text = parts.at(-1)?.text ?? '';
      const time = ports.now();
      left[id] = {
        ...skippedOutcome(
          how === 'stopped'
            ? ports.trans.__('Stopped before it was done.')
            : ports.trans.__('Cut off before it was done.'),
          time
        ),
        mode: before?.mode ?? 'guided',
        work: {
          calls: parts.flatMap(({ calls }) => calls),
          text,
          cells: [...new Set(parts.flatMap(({ cells }) => cells))]
        },
        short: shortened(text.trim(), MOST_SHORT),
        startedAt: before?.startedAt ?? (askedAt || time)
      };
      const outcome = left[id];
      const { status, startedAt, work } = outcome;
      ports.say({
        session,
        type: 'step',
        step: id,
        ...(how === 'stopped'
          ? { status, outcome }
          : { status: 'running', startedAt, cells: work?.cells })
      });
    }
  }
  if (Object.keys(left).length === 0) {
    return state;
  }
  const next = { ...state, outcomes: { ...outcomes, ...left } };
  const lines = await keepPlanFiles(ports, 'results', next);
  for (const text of lines) {
    ports.say({ session, type: 'line', text });
  }
  return next;
}
