import { planAnswer, planStep, type IPlanStep } from '../../../contract';
import { keepPlanFiles } from '../state/keep-plan-files';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { stepsLeft } from '../state/steps-left';

/** Processes the answer; if nobody answered the card, that is not consent. */
export const planFeedbackNode =
  (ports: IPlanPorts) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { data } = planAnswer.safeParse(state.planAnswer);
    const isDone = (id: string): boolean => id in state.outcomes;
    const done = state.plan.filter(({ id }) => isDone(id));
    const update: PlanUpdate = {
      planAnswer: null,
      audit: [{ node: 'plan', what: data?.action ?? 'none', time: ports.now() }]
    };
    switch (data?.action) {
      case 'accept': {
        const left = data.steps.filter(({ id }) => !isDone(id));
        const plan = [...done, ...left];
        const edited =
          state.edited || written(left) !== written(stepsLeft(state));
        ports.say({ session: state.session, type: 'plan', steps: plan });
        ports.level(data.level);
        return {
          ...update,
          plan,
          edited,
          level: data.level,
          rejected: null,
          lines: await keepPlanFiles(ports, 'plan-final', { ...state, plan })
        };
      }
      case 'change':
        return {
          ...update,
          ...(data.steps && {
            plan: [...done, ...data.steps.filter(({ id }) => !isDone(id))],
            edited: true
          }),
          feedback: data.words,
          planRounds: state.planRounds + 1
        };
      case 'first':
        return {
          ...update,
          plan: state.firstPlan ?? state.plan,
          firstPlan: null,
          patterns: []
        };
      default:
        return { ...update, rejected: data?.reason ?? '' };
    }
  };

/** Equal for equal steps, whatever the order of their fields. */
function written(steps: readonly IPlanStep[]): string {
  return JSON.stringify(steps.map(step => planStep.parse(step)));
}
