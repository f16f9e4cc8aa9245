import {
  MOST_STEPS,
  clarificationAnswer,
  failureAnswer,
  planAnswer,
  planProblem,
  stepAnswer,
  type InterruptPayload,
  type ITranslator,
  type PlanInterruptAnswer
} from '../../contract';
import { answerMisfit } from './answer-misfit';

type PlanQuestion = Extract<
  InterruptPayload,
  { kind: 'clarification' | 'plan' | 'step' | 'failure' }
>;
type Asked<K> = Extract<InterruptPayload, { kind: K }>;
type Read = { answer: PlanInterruptAnswer } | { problem: string };

/** The answer to a card of a plan, or what is wrong with it, for the person. */
export function validatePlanAnswer(
  asked: PlanQuestion,
  answer: unknown,
  trans: ITranslator
): Read {
  switch (asked.kind) {
    case 'clarification':
      return readClarification(asked, answer, trans);
    case 'plan':
      return readPlan(asked, answer, trans);
    case 'step':
      return readStep(asked, answer, trans);
    case 'failure': {
      const { data } = failureAnswer.safeParse(answer);
      return data ? { answer: data } : answerMisfit(trans);
    }
  }
}

function readClarification(
  asked: Asked<'clarification'>,
  answer: unknown,
  trans: ITranslator
): Read {
  const { data } = clarificationAnswer.safeParse(answer);
  if (!data) {
    return answerMisfit(trans);
  }
  if (data.action === 'answer') {
    const ids = new Set(asked.questions.map(({ id }) => id));
    const given = Object.entries(data.answers)
      .map(([id, text]) => [id, text.trim()] as const)
      .filter(([, text]) => text !== '');
    if (!given.every(([id]) => ids.has(id))) {
      return answerMisfit(trans);
    }
    return given.length > 0
      ? { answer: { action: 'answer', answers: Object.fromEntries(given) } }
      : {
          problem: trans.__(
            'Answer at least one question, or go on without an answer.'
          )
        };
  }
  return data.action === 'reuse' &&
    !asked.past.some(({ key }) => key === data.memory)
    ? answerMisfit(trans)
    : { answer: data };
}

function readPlan(
  asked: Asked<'plan'>,
  answer: unknown,
  trans: ITranslator
): Read {
  const { data } = planAnswer.safeParse(answer);
  if (!data || (data.action === 'first' && !asked.hasFirst)) {
    return answerMisfit(trans);
  }
  const problem = data.action === 'accept' ? planProblem(data.steps) : null;
  switch (problem?.why) {
    case undefined:
      return { answer: data };
    case 'empty':
      return {
        problem: trans.__('The plan has no steps. Add one, or reject the plan.')
      };
    case 'long':
      return {
        problem: trans.__('A plan can have at most %1 steps.', MOST_STEPS)
      };
    case 'twice':
      return {
        problem: trans.__('“%1” is in the plan twice.', problem.step.title)
      };
    case 'order':
      return {
        problem: trans.__(
          '“%1” builds on a step that is not before it. Move it down.',
          problem.step.title
        )
      };
    case 'beside':
      return {
        problem: trans.__(
          '“%1” changes something, so it cannot run side by side with others.',
          problem.step.title
        )
      };
  }
}

function readStep(
  asked: Asked<'step'>,
  answer: unknown,
  trans: ITranslator
): Read {
  const { data } = stepAnswer.safeParse(answer);
  const names = new Set(asked.tools.map(({ name }) => name));
  return !data ||
    (data.action === 'edit' &&
      !Object.keys(data.arguments).every(name => names.has(name)))
    ? answerMisfit(trans)
    : { answer: data };
}
