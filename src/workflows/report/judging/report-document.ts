import {
  reportPlan,
  type IEvidence,
  type IReportPlan,
  type IUntracedNumber
} from '../../../contract';
import {
  breather,
  readMarkdown,
  readReport,
  traceNumbers,
  type IReportDocument,
  type IReportProblem,
  type ITracedReport
} from '../../../report';
import { findNumbers, YEAR } from '../../../numbers';
import type { ReportStateValue } from '../state/report-state';

/**
 * The report from which all forms are made, and the only place where its
 * numbers are looked for: cards, checks and files show the same. The page stays
 * responsive between reading the text and looking for its numbers, since a long
 * report takes a while.
 */
export async function reportDocument(
  state: Pick<
    ReportStateValue,
    | 'plan'
    | 'body'
    | 'evidence'
    | 'grouped'
    | 'notebook'
    | 'startedAt'
    | 'kernel'
    | 'packages'
    | 'packagesMissing'
    | 'changes'
  >,
  markdown: string,
  approvedBy: string | null = null
): Promise<{
  document: IReportDocument;
  numbers: ITracedReport['numbers'];
  unsourced: ITracedReport['unsourced'];
  problems: IReportProblem[];
}> {
  const plan = reportPlan.parse(state.plan);
  const evidence = usedEvidence(state);
  const breathe = breather();
  const text = readMarkdown(markdown);
  await breathe();
  const { tree, problems } = readReport(text, evidence, plan.language);
  await breathe();
  const traced = traceNumbers(
    tree,
    evidence,
    plan.language,
    givenIn(state.body, plan)
  );
  await breathe();
  return {
    numbers: traced.numbers,
    unsourced: traced.unsourced,
    problems,
    document: {
      details: {
        title: plan.title,
        kind: plan.kind,
        language: plan.language,
        notebook: state.notebook,
        time: new Date(state.startedAt).toISOString(),
        kernel: state.kernel,
        packages: state.packages,
        packagesMissing: state.packagesMissing,
        approvedBy,
        changes: state.changes
      },
      tree: traced.tree,
      evidence
    }
  };
}

/** The pieces that stand in a section. */
export function usedEvidence({
  grouped,
  evidence
}: Pick<ReportStateValue, 'grouped' | 'evidence'>): IEvidence[] {
  const used = new Set(grouped.flatMap(({ pieces }) => pieces));
  return evidence.filter(({ id }) => used.has(id));
}

/**
 * What stands in a report without evidence: its template, what was typed, and
 * the years that it is about, in the plan that the person has accepted.
 */
export function givenIn(
  body: string,
  { title, sections, parts, language }: IReportPlan
): string {
  // A line with a blank may hold small numbers: "Version: 2".
  const filled = body.replace(
    /\{\{([^{}]+)\}\}/g,
    (_, blank: string) => parts[blank.split(/[:?]/)[0].trim()] ?? ''
  );
  const about = [
    title,
    ...sections.flatMap(each => [each.title, each.answers])
  ];
  const years = findNumbers(about.join('\n'), language).flatMap(({ text }) =>
    YEAR.test(text) ? text : []
  );
  return [body, filled, ...Object.values(parts), ...years].join('\n');
}

export function untracedIn(
  numbers: ITracedReport['numbers']
): IUntracedNumber[] {
  return numbers.flatMap(({ how, text, context, section, closest }) =>
    how === 'untraced' ? [{ text, context, section, closest }] : []
  );
}

export function sectionsOn(plan: IReportPlan): IReportPlan['sections'] {
  return plan.sections.filter(({ on }) => on);
}
