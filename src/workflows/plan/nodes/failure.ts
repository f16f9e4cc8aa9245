import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import { askCard } from '../../../engine/interrupts/ask-person';
import {
  progressOf,
  type PlanStateValue,
  type PlanUpdate,
  type IStepOutcome
} from '../plan-state';
import {
  missingBasis,
  nextSteps,
  openFailure,
  skippedOutcome,
  stepEnded
} from '../steps';

/** Asks what to do about a failed step; if nobody answers, the plan stops. */
export const askFailureNode =
  (host: IWorkflowHost) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => {
    const step = openFailure(state);
    if (!step) {
      return {};
    }
    const { trans } = host.run.options;
    const { reason, work } = state.outcomes[step.id];
    const answer = askCard(config, {
      kind: 'failure',
      title: trans.__('A step failed'),
      text: '',
      step,
      reason,
      change: work?.change ?? '',
      percent: progressOf(state).percent
    });
    const settled = (more: Partial<IStepOutcome> = {}): PlanUpdate => {
      const outcome = { ...state.outcomes[step.id], settled: true, ...more };
      host.run.emit(stepEnded(state.session, step.id, outcome));
      return { outcomes: { [step.id]: outcome } };
    };
    switch (answer?.action) {
      case 'again':
        return { outcomes: { [step.id]: null } };
      case 'done':
        return settled({ status: 'succeeded', reason: '', judged: true });
      case 'skip':
        return settled();
      case 'change':
        return { ...settled(), feedback: answer.words };
      default:
        return { ...settled(), stopped: true };
    }
  };

/**
 * Asks before a step whose basis is missing: what it builds on failed or was
 * skipped. If nobody answers, the plan stops.
 */
export const askBasisNode =
  (host: IWorkflowHost) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => {
    const step = nextSteps(state).find(each => missingBasis(state, each));
    const basis = step && missingBasis(state, step);
    if (!step || !basis) {
      return {};
    }
    const { trans } = host.run.options;
    const answer = askCard(config, {
      kind: 'option',
      title: trans.__('What a step builds on is missing'),
      text: trans.__(
        '“%1” builds on “%2”, which was not done.',
        step.title,
        basis.title
      ),
      options: [
        { value: 'go', label: trans.__('Do it anyway') },
        { value: 'skip', label: trans.__('Skip it, and what builds on it') },
        { value: 'stop', label: trans.__('Stop, and sum up what was done') }
      ],
      other: false
    });
    const what = answer?.chosen[0];
    if (what === 'go') {
      return { anyway: [...state.anyway, step.id] };
    }
    if (what !== 'skip') {
      return { stopped: true };
    }
    const outcomes: Record<string, IStepOutcome> = {};
    for (const { id, needs } of state.plan) {
      if (
        !(id in state.outcomes) &&
        (id === step.id || needs.some(need => need in outcomes))
      ) {
        outcomes[id] = skippedOutcome(
          trans.__('“%1” was not done.', basis.title),
          Date.now()
        );
        host.run.emit(stepEnded(state.session, id, outcomes[id]));
      }
    }
    return { outcomes };
  };
