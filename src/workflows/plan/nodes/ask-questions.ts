import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  sureFromUses,
  type IAgentSettings,
  type IClarifyingQuestion
} from '../../../contract';
import { askCard } from '../../../engine/interrupts/ask-person';
import type { IMemoryHit } from '../../../memory';
import { ALIKE, isAlike } from '../../../memory/likeness';
import { LEFT_OUT } from '../../../memory/plain-words';
import { keepDecision, type PlanMemory } from '../memory';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import type { PlanStateValue, PlanUpdate } from '../plan-state';
import { wholeTask } from '../texts';

/**
 * Asks the questions about the task. What was answered is kept at once, so that
 * a plan that is stopped loses nothing of it.
 */
export const askQuestionsNode =
  (host: IWorkflowHost, memory: PlanMemory) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => {
    const { session, task, questions, past, assumptions, clarity } = state;
    const { settings, trans } = host.run.options;
    const answer = askCard(config, {
      kind: 'clarification',
      title: trans.__('Some questions first'),
      text: '',
      // The assumptions are listed below the questions.
      task: wholeTask({ ...state, assumptions: [] }),
      clarity: clarity.after,
      questions,
      assumptions,
      past
    });
    const update: PlanUpdate = {
      questions: [],
      clarificationRounds: state.clarificationRounds + 1
    };
    if (answer) {
      keepDecision(memory, state, {
        situation: `questions ${task}`,
        decision: answer.action === 'proceed' ? 'skip' : 'accept'
      });
    }
    const reused =
      answer?.action === 'reuse'
        ? past.find(({ key }) => key === answer.memory)
        : undefined;
    if (reused) {
      const { key, answers, after = 0 } = reused;
      return {
        ...update,
        ...reusedAnswers(host, memory, state, key, answers, {
          ...clarity,
          after: Math.max(clarity.after, after)
        }),
        draft: null
      };
    }
    if (answer?.action === 'answer') {
      const given = questions.filter(({ id }) => id in answer.answers);
      const answered = [
        ...state.answered,
        ...given.map(({ id, question }) => ({
          question,
          answer: answer.answers[id]
        }))
      ];
      const typed = [
        ...state.typed,
        ...given.map(question =>
          typedPart(answer.answers[question.id], question)
        )
      ];
      memory.collect([
        {
          kind: 'clarification',
          // The answers of all rounds are one.
          id: session,
          typed: [task, ...typed].join('\n'),
          task,
          answers: answered,
          before: clarity.before,
          after: Math.max(clarity.after, settings().plan.clearEnough),
          reused: false,
          success: true
        }
      ]);
      return {
        ...update,
        answered,
        typed,
        // It is planned again, with the answers.
        assumptions: [],
        draft: null
      };
    }
    host.run.emit({
      type: 'plan-clarified',
      plan: session,
      ...clarity,
      enhanced: wholeTask(state)
    });
    return update;
  };

/** Answers from memory, which count as used once more. */
export function reusedAnswers(
  host: IWorkflowHost,
  memory: PlanMemory,
  state: PlanStateValue,
  key: string,
  answered: PlanStateValue['answered'],
  clarity: PlanStateValue['clarity']
) {
  const { session, task } = state;
  const known = { answered, assumptions: [] as string[] };
  host.run.emit({
    type: 'plan-clarified',
    plan: session,
    ...clarity,
    enhanced: wholeTask({ ...state, ...known })
  });
  memory.collect([
    {
      kind: 'clarification',
      id: session,
      // Answers from memory were stored as they may be.
      typed: [task, ...answered.map(({ answer }) => answer)].join('\n'),
      task,
      answers: answered,
      ...clarity,
      reused: true,
      success: true
    }
  ]);
  return { ...known, reused: key, clarity };
}

/** From these values on, a past clarification is applied without asking. */
const BY_ITSELF = { uses: 5, confidence: 0.9 };

/**
 * How past answers to a similar task are used: `apply` without asking, `offer`
 * on the card, or not at all. One use gives 70 % of confidence, two give 91 %,
 * multiplied by the share of good outcomes.
 * Uses that an imported file claims are not this person's own, so such answers
 * are only offered. An answer without its value answers nothing.
 */
export function clarificationFit(
  hit: IMemoryHit,
  { reuseUses, reuseSuccess, reuseConfidence }: IAgentSettings['plan']
): 'apply' | 'offer' | null {
  const { uses, successes, origin, answers } = hit.entry;
  const successRate = uses === 0 ? 0 : successes / uses;
  const confidence = successRate * sureFromUses(uses);
  if (
    answers.some(({ answer }) => answer.includes(LEFT_OUT)) ||
    uses < reuseUses ||
    successRate < reuseSuccess ||
    confidence < reuseConfidence
  ) {
    return null;
  }
  return origin !== 'file' &&
    isAlike(hit, ALIKE) &&
    uses >= BY_ITSELF.uses &&
    confidence >= BY_ITSELF.confidence
    ? 'apply'
    : 'offer';
}

/** Words and numbers, also as parts of a longer value. */
const RUNS = /[\p{L}\p{N}_]+/gu;

/**
 * The part of an answer that the person wrote. The model writes a question with
 * its choices and its default, and may put a value from a file there; a choice
 * that was only clicked, or changed a little, must not make it the person's.
 */
export function typedPart(
  answer: string,
  { question, choices, default: usual }: Omit<IClarifyingQuestion, 'id'>
): string {
  const offered = new Set(
    [question, ...choices, usual].flatMap(text => text.match(RUNS) ?? [])
  );
  return answer.replace(RUNS, run => (offered.has(run) ? LEFT_OUT : run));
}
