import type { z } from 'zod';

import {
  evidenceAnswer,
  reportPlanAnswer,
  reviewAnswer,
  savingProblem,
  type EvidenceChoice,
  type InterruptPayload,
  type ITranslator,
  type ReportInterruptAnswer
} from '../../contract';
import { answerMisfit } from './answer-misfit';

type ReportQuestion = Extract<
  InterruptPayload,
  { kind: 'report-plan' | 'evidence' | 'review' }
>;
type Asked<K> = Extract<InterruptPayload, { kind: K }>;
type Given<Answer> = Extract<Answer, { hash: string }>;
type Read = { answer: ReportInterruptAnswer } | { problem: string };

/**
 * The answer to a card of a report, or what is wrong with it, for the person.
 * An answer that was given to an earlier state of the card is refused.
 */
export function validateReportAnswer(
  asked: ReportQuestion,
  answer: unknown,
  trans: ITranslator
): Read {
  switch (asked.kind) {
    case 'report-plan':
      return toWhatIsShown(
        asked,
        reportPlanAnswer.safeParse(answer).data,
        trans,
        data => readPlan(asked, data, trans)
      );
    case 'evidence':
      return toWhatIsShown(
        asked,
        evidenceAnswer.safeParse(answer).data,
        trans,
        data => readEvidence(asked, data, trans)
      );
    case 'review':
      return toWhatIsShown(
        asked,
        reviewAnswer.safeParse(answer).data,
        trans,
        data => readReview(asked, data, trans)
      );
  }
}

/**
 * Checks that the answer was given to this state of the card; a rejection needs
 * no such check.
 */
function toWhatIsShown<Answer extends ReportInterruptAnswer>(
  { hash }: ReportQuestion,
  data: Answer | undefined,
  trans: ITranslator,
  read: (data: Given<Answer>) => Read
): Read {
  if (!data) {
    return answerMisfit(trans);
  }
  if (!isGiven(data)) {
    return { answer: data };
  }
  return data.hash === hash
    ? read(data)
    : {
        problem: trans.__(
          'The card has changed in the meantime. Look at it again.'
        )
      };
}

function isGiven<Answer extends object>(data: Answer): data is Given<Answer> {
  return 'hash' in data;
}

function readPlan(
  asked: Asked<'report-plan'>,
  data: Given<z.output<typeof reportPlanAnswer>>,
  trans: ITranslator
): Read {
  if (data.action === 'change') {
    const { words, template } = data;
    const isOffered =
      !template || asked.templates.some(({ id }) => id === template);
    return !isOffered
      ? answerMisfit(trans)
      : words === '' && template === undefined
        ? { problem: trans.__('Say what to change.') }
        : { answer: data };
  }
  const { sections } = data.plan;
  const twice = sections.find(
    ({ id }, at) => sections.findIndex(other => other.id === id) !== at
  );
  if (twice) {
    return {
      problem: trans.__('“%1” is in the report twice.', twice.title)
    };
  }
  return sections.some(({ on }) => on)
    ? { answer: data }
    : {
        problem: trans.__('The report has no sections. Keep at least one.')
      };
}

function readEvidence(
  asked: Asked<'evidence'>,
  data: Given<z.output<typeof evidenceAnswer>>,
  trans: ITranslator
): Read {
  if (data.action === 'run') {
    const stale = new Set(
      asked.pieces
        .filter(each => each.stale.length > 0 && each.source.cellId !== '')
        .map(({ id }) => id)
    );
    return data.pieces.every(id => stale.has(id))
      ? { answer: data }
      : answerMisfit(trans);
  }
  if (!isChoiceOf(asked, data.sections)) {
    return answerMisfit(trans);
  }
  return data.action === 'modify' && !asked.canModify
    ? {
        problem: trans.__(
          'The evidence was modified too often. Approve it or reject it.'
        )
      }
    : { answer: data };
}

/** Each section once, with pieces that the card shows and no piece twice. */
function isChoiceOf(
  { sections, pieces }: Asked<'evidence'>,
  choice: EvidenceChoice
): boolean {
  const known = new Set(pieces.map(({ id }) => id));
  const open = new Set(sections.map(({ id }) => id));
  return (
    choice.length === open.size &&
    choice.every(
      each =>
        open.delete(each.id) &&
        new Set(each.pieces).size === each.pieces.length &&
        each.pieces.every(id => known.has(id))
    )
  );
}

function readReview(
  asked: Asked<'review'>,
  data: Given<z.output<typeof reviewAnswer>>,
  trans: ITranslator
): Read {
  if (data.action === 'back') {
    const known = new Set(asked.sections.map(({ id }) => id));
    return data.sections.every(id => known.has(id))
      ? { answer: data }
      : answerMisfit(trans);
  }
  const problem = savingProblem(data, trans);
  return problem === null ? { answer: data } : { problem };
}
