import { clarificationAnswer } from '../../../contract';
import { enhancedTask } from '../state/enhanced-task';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';

/** Takes the answer in; the flag of the pause is reset. */
export const clarificationFeedbackNode =
  ({ now }: IPlanPorts) =>
  (state: PlanStateValue): PlanUpdate => {
    const { data } = clarificationAnswer.safeParse(state.clarificationAnswer);
    const { task, questions, past, assumptions, clarificationRounds } = state;
    const update: PlanUpdate = {
      clarificationAnswer: null,
      clarificationRounds: clarificationRounds + 1,
      audit: [
        {
          node: 'clarification',
          what: data?.action ?? 'none',
          time: now()
        }
      ]
    };
    const reused =
      data?.action === 'reuse'
        ? past.find(({ key }) => key === data.memory)
        : undefined;
    if (reused) {
      return {
        ...update,
        reused: reused.key,
        answered: reused.answers,
        enhanced: enhancedTask(task, reused.answers, []),
        questions: []
      };
    }
    if (data?.action === 'answer') {
      const answered = [
        ...state.answered,
        ...questions.flatMap(({ id, question }) =>
          id in data.answers ? [{ question, answer: data.answers[id] }] : []
        )
      ];
      return {
        ...update,
        answered,
        enhanced: enhancedTask(task, answered, [])
      };
    }
    return {
      ...update,
      questions: [],
      enhanced: enhancedTask(task, state.answered, assumptions)
    };
  };
