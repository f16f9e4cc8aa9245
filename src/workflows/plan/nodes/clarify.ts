import { z } from 'zod';
import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  MOST_QUESTIONS,
  clarifyingQuestion,
  type IClarifyingQuestion,
  type PlanInterruptAnswer,
  clarificationAnswer,
  sureFromUses,
  type IPlanSettings
} from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import type { IMemoryHit } from '../../../memory';
import { LEFT_OUT } from '../../../memory/plain-words';
import { askStructured } from '../ask-structured';
import type { IPlanPorts } from '../plan-ports';
import type { PlanStateValue, PlanUpdate } from '../plan-state';
import { requestMessages, earlierMessages, enhancedTask } from '../texts';

const answer = z.object({
  route: z.enum(['simple_chat', 'tool_required']),
  reason: z.string()
});

/**
 * Decides whether the message needs tools at all; no request is sent if that is
 * obvious.
 */
export const routingNode =
  (ports: IPlanPorts) =>
  async ({
    session,
    messageId,
    task,
    context,
    history,
    order
  }: PlanStateValue): Promise<PlanUpdate> => {
    const startedAt = ports.now();
    if (order && 'cell' in order) {
      // No plan is made, and nothing is asked.
      return { startedAt };
    }
    if (order) {
      const { again } = order;
      const time = startedAt;
      ports.say({
        session,
        type: 'plan:start',
        task: again.task,
        messageId,
        time
      });
      const route = 'tool_required' as const;
      ports.say({ session, type: 'route', route, reason: '' });
      return { startedAt, route, task: again.task, enhanced: again.task };
    }
    ports.say({
      session,
      type: 'plan:start',
      task,
      messageId,
      time: startedAt
    });
    const { value, line } = plainChat(task)
      ? { value: { route: 'simple_chat' as const, reason: '' }, line: null }
      : await askStructured(ports.model, {
          name: 'route',
          schema: answer,
          messages: requestMessages(
            ports,
            'Decide whether the message can be answered in words (simple_chat) or needs work in the notebook, its files or its kernel (tool_required).',
            [
              ...history.map(({ role, text }) => `${role}: ${text}`),
              ...(context ? [context] : []),
              task
            ].join('\n')
          ),
          // The person asked for a plan, so the fallback is to make one.
          fallback: { route: 'tool_required' as const, reason: '' },
          line: ports.trans.__(
            'The model did not say whether this needs a plan, so one is made.'
          ),
          short: true
        });
    ports.say({ session, type: 'route', ...value });
    return {
      startedAt,
      route: value.route,
      enhanced: task,
      lines: line ? [line] : []
    };
  };

/** Words of messages that ask for nothing. */
const PLEASANTRIES = new Set(
  `thanks thank you thx cheers great good nice perfect ok okay cool awesome
  hi hello hey bye goodbye morning evening much very a lot so
  danke schön super gut hallo tschüss merci bonjour salut parfait gracias hola
  grazie ciao obrigado olá 谢谢 你好 ありがとう`.split(/\s+/)
);

/** Whether a message clearly asks for nothing: "thanks", "hello". */
export function plainChat(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 6 && words.every(word => PLEASANTRIES.has(word));
}

const analysis = z.object({
  clarity: z.number().min(0).max(1),
  questions: z.array(clarifyingQuestion.omit({ id: true })).max(MOST_QUESTIONS),
  assumptions: z.array(z.string()).max(6)
});

/** The most past clarifications that are considered. */
const LOOKED_AT = 5;

/**
 * Determines how clear the task is: from past answers if they are certain
 * enough, else with one request. After an answer of the person the task is
 * rated again.
 */
export const clarificationAnalysisNode =
  (ports: IPlanPorts) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { session, task, answered, ignored, clarificationRounds } = state;
    const settings = ports.settings();
    const isFirst = clarificationRounds === 0;
    const fits = isFirst
      ? (await ports.memory.search('clarification', task, LOOKED_AT)).flatMap(
          hit => {
            const fit = ignored.includes(hit.entry.key)
              ? null
              : clarificationFit(hit, settings);
            return fit ? [{ ...hit, fit }] : [];
          }
        )
      : [];
    const applied = fits.find(({ fit }) => fit === 'apply')?.entry;
    if (applied) {
      const text = ports.trans.__(
        'Answered as last time: %1',
        applied.answers.map(({ answer }) => answer).join('; ')
      );
      ports.say({
        session,
        type: 'line',
        text,
        memory: {
          what: 'clarification',
          kind: 'clarification',
          key: applied.key
        }
      });
      const enhanced = enhancedTask(task, applied.answers, []);
      const { before, after } = applied;
      ports.say({ session, type: 'clarify', before, after, enhanced });
      return {
        reused: applied.key,
        answered: applied.answers,
        enhanced,
        clarity: { before, after },
        questions: [],
        lines: [text]
      };
    }
    const { value, line } = await askStructured(ports.model, {
      name: 'clarify',
      schema: analysis,
      messages: requestMessages(
        ports,
        'Rate from 0 to 1 how clear the task is. Ask at most three questions whose answers would change the work, each with the choices that the notebook suggests and a default. List what you take for granted without answers.',
        [
          enhancedTask(task, answered, []),
          state.context,
          await ports.notebookContext(),
          earlierMessages(state)
        ]
          .filter(Boolean)
          .join('\n\n')
      ),
      fallback: { clarity: 1, questions: [], assumptions: [] },
      line: ports.trans.__(
        'The model did not say how clear the task is, so the task is taken as it is.'
      ),
      short: true
    });
    const isClear =
      value.clarity >= settings.clearEnough || value.questions.length === 0;
    const isOver = clarificationRounds >= settings.rounds;
    const questions: IClarifyingQuestion[] =
      isClear || isOver
        ? []
        : value.questions.map((each, at) => ({
            ...each,
            id: `q${clarificationRounds}-${at + 1}`
          }));
    const clarity = isFirst
      ? { before: value.clarity, after: value.clarity }
      : { ...state.clarity, after: value.clarity };
    const enhanced = enhancedTask(task, answered, value.assumptions);
    ports.say({ session, type: 'clarify', ...clarity, enhanced });
    return {
      clarity,
      questions,
      enhanced,
      assumptions: value.assumptions,
      past: fits.map(({ entry: { key, subject, answers, after } }) => ({
        key,
        task: subject,
        answers,
        after
      })),
      lines: [
        ...(line ? [line] : []),
        ...(isOver && !isClear
          ? [
              ports.trans.__(
                'You have been asked %1 times, so the work goes on with what is known.',
                settings.rounds
              )
            ]
          : [])
      ]
    };
  };

export const clarificationApprovalNode =
  ({ trans }: IPlanPorts) =>
  (state: PlanStateValue, config: LangGraphRunnableConfig): PlanUpdate => ({
    clarificationAnswer: askOrNone<PlanInterruptAnswer>(config, {
      kind: 'clarification',
      title: trans.__('Some questions first'),
      text: '',
      // The assumptions are listed below the questions.
      task: enhancedTask(state.task, state.answered, []),
      clarity: state.clarity.after,
      questions: state.questions,
      assumptions: state.assumptions,
      past: state.past
    })
  });

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

/** From these values on, a past clarification is applied without asking. */
const BY_ITSELF = { uses: 5, confidence: 0.9 };

/**
 * How past answers to a similar task are used: `apply` without asking, `offer`
 * on the card, or not at all. One use gives 70 % of confidence, two give 91 %,
 * multiplied by the similarity of the tasks and the share of good outcomes.
 * Uses that an imported file claims are not this person's own, so such answers
 * are only offered. An answer without its value answers nothing.
 */
export function clarificationFit(
  { entry, likeness }: IMemoryHit,
  { reuse }: IPlanSettings
): 'apply' | 'offer' | null {
  const { uses, successes, origin, answers } = entry;
  const successRate = uses === 0 ? 0 : successes / uses;
  const confidence = successRate * likeness * sureFromUses(uses);
  if (
    answers.some(({ answer }) => answer.includes(LEFT_OUT)) ||
    uses < reuse.min ||
    successRate < reuse.successRate ||
    confidence < reuse.confidence
  ) {
    return null;
  }
  return origin !== 'file' &&
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
