import { clarificationAnswer } from '../../../contract';
import { typedPart } from '../judging/typed-part';
import { enhancedTask } from '../state/enhanced-task';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';

/** Processes the answer, and resets the flag of the pause. */
export const clarificationFeedbackNode =
  ({ now, say }: IPlanPorts) =>
  (state: PlanStateValue): PlanUpdate => {
    const { data } = clarificationAnswer.safeParse(state.clarificationAnswer);
    const { task, questions, past, assumptions, clarificationRounds } = state;
    /**
     * Emits the task as it is understood now; after an answer its rating is
     * new.
     */
    const told = (enhanced: string, clarity = state.clarity): string => {
      const { session } = state;
      say({ session, type: 'clarify', ...clarity, enhanced });
      return enhanced;
    };
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
      const { key, answers, after = 0 } = reused;
      const clarity = {
        ...state.clarity,
        after: Math.max(state.clarity.after, after)
      };
      return {
        ...update,
        reused: key,
        answered: answers,
        enhanced: told(enhancedTask(task, answers, []), clarity),
        clarity,
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
        typed: [
          ...state.typed,
          ...questions.flatMap(question =>
            question.id in data.answers
              ? [typedPart(data.answers[question.id], question)]
              : []
          )
        ],
        enhanced: enhancedTask(task, answered, [])
      };
    }
    return {
      ...update,
      questions: [],
      enhanced: told(enhancedTask(task, state.answered, assumptions))
    };
  };
