import type { IReportPlan, IReportSection, OpenQuestion } from '../../contract';

/** The plan of a report, as it is proposed on the card. */
export type PlanAsked = OpenQuestion & { kind: 'report-plan' };

/** The person's changes to a plan so far. */
export interface IReportPlanDraft {
  /** Hash of the card that it was made on. */
  hash: string;
  plan: IReportPlan;
  /** The template that is chosen; null for none. */
  template: string | null;
  /** Path of another file to read, as typed so far. */
  file: string;
  /** What the person is writing below the plan; null for nothing. */
  doing: 'change' | 'reject' | null;
  words: string;
}

/** The draft stored in an earlier page load, if it was made on this card. */
export function reportPlanDraft(
  asked: PlanAsked,
  stored: Record<string, unknown> | undefined
): IReportPlanDraft {
  const fresh: IReportPlanDraft = {
    hash: asked.hash,
    plan: asked.plan,
    template: asked.template,
    file: '',
    doing: null,
    words: ''
  };
  if (stored?.hash !== asked.hash) {
    return fresh;
  }
  const { plan, template, file, doing, words } =
    stored as Partial<IReportPlanDraft>;
  const sections = plan?.sections;
  return {
    ...fresh,
    ...(Array.isArray(sections) &&
      sections.every(isSection) && { plan: { ...asked.plan, ...plan } }),
    template:
      asked.templates.find(({ id }) => id === template)?.id ??
      (template === null ? null : asked.template),
    file: typeof file === 'string' ? file : '',
    doing: doing === 'change' || doing === 'reject' ? doing : null,
    words: typeof words === 'string' ? words : ''
  };
}

function isSection(section: unknown): section is IReportSection {
  const { id, title, answers, search } = (section ??
    {}) as Partial<IReportSection>;
  return (
    Array.isArray(search) &&
    [id, title, answers, ...search].every(each => typeof each === 'string')
  );
}

/** Blanks that are filled in from the evidence. */
export const FILLED_LATER: ReadonlySet<string> = new Set([
  'table',
  'figure',
  'section'
]);

/** Why a report cannot begin with this plan; null if it can. */
export type PlanTrouble =
  'no-title' | 'no-section' | 'untitled' | 'language' | 'length';

export function planTrouble(plan: IReportPlan): PlanTrouble | null {
  const { length } = plan;
  return plan.title.trim() === ''
    ? 'no-title'
    : !plan.sections.some(({ on }) => on)
      ? 'no-section'
      : plan.sections.some(({ title }) => title.trim() === '')
        ? 'untitled'
        : !/^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8})*$/.test(plan.language)
          ? 'language'
          : length !== null &&
              !(Number.isInteger(length) && length >= 50 && length <= 20_000)
            ? 'length'
            : null;
}
