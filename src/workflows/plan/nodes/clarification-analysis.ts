import { z } from 'zod';

import {
  MOST_QUESTIONS,
  clarifyingQuestion,
  type IClarifyingQuestion
} from '../../../contract';
import { askStructured } from '../asking/ask-structured';
import { clarificationFit } from '../judging/clarification-fit';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { earlierMessages } from '../state/earlier-messages';
import { enhancedTask } from '../state/enhanced-task';
import { requestMessages } from '../state/request-messages';

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
