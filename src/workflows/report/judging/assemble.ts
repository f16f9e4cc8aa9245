import type { IReportPlan } from '../../../contract';
import { fillTemplate, type IReportTemplate } from '../../../report';
import type { IWrittenSection } from '../state/report-state';

/** Used if there is no template. */
const PLAIN = '{{sections}}';

/**
 * A report as one Markdown text, with its sections in the order of the plan.
 */
export function assemble(
  plan: IReportPlan,
  { body, parts }: Pick<IReportTemplate, 'body' | 'parts'>,
  written: Readonly<Record<string, IWrittenSection>>,
  filled: Readonly<Record<string, string>> = {}
): { markdown: string; missing: string[] } {
  return fillTemplate(
    {
      title: plan.title,
      kind: plan.kind,
      language: plan.language,
      sections: [],
      checklist: [],
      parts,
      body: body || PLAIN
    },
    {
      title: plan.title,
      parts: plan.parts,
      filled,
      sections: sectionsOn(plan).map(({ id, title }) => ({
        title,
        markdown: written[id]?.markdown ?? ''
      }))
    }
  );
}

export function sectionsOn(plan: IReportPlan): IReportPlan['sections'] {
  return plan.sections.filter(({ on }) => on);
}
