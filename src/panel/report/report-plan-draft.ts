import type {
  IReportPlan,
  IReportSection,
  PendingQuestion
} from '../../contract';

/** The plan of a report, as it waits. */
export type PlanAsked = PendingQuestion & { kind: 'report-plan' };

/** What the person has made of a plan so far. */
export interface IReportPlanDraft {
  /** Of the card it was made on. */
  hash: string;
  plan: IReportPlan;
  /** The template that is chosen; null for none. */
  template: string | null;
  /** Path of another file to read, as far as it is typed. */
  file: string;
  /** What is being written beside it; null for nothing. */
  doing: 'change' | 'reject' | null;
  words: string;
}

/** What is kept of an earlier page, where it was made on this card. */
export function reportPlanDraft(
  asked: PlanAsked,
  kept: Record<string, unknown> | undefined
): IReportPlanDraft {
  const fresh: IReportPlanDraft = {
    hash: asked.hash,
    plan: asked.plan,
    template: asked.template,
    file: '',
    doing: null,
    words: ''
  };
  if (kept?.hash !== asked.hash) {
    return fresh;
  }
  const { plan, template, file, doing, words } =
    kept as Partial<IReportPlanDraft>;
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

/** Blanks that come out of the evidence. */
export const FILLED_LATER: ReadonlySet<string> = new Set([
  'table',
  'figure',
  'section'
]);

/** Why a report cannot begin with this plan; null where it can. */
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
