import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  type ReportInterruptAnswer,
  REPORT_FORMS,
  reportPlan
} from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import { safeBaseName } from '../../../report';
import { sectionsOn } from '../judging/assemble';
import { withEvidenceGaps } from '../judging/with-evidence-gaps';
import { cardHash } from '../state/card-hash';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** The last card; nothing is saved before it. */
export const reviewCardNode =
  ({ trans }: IReportPorts) =>
  (state: ReportStateValue, config: LangGraphRunnableConfig): ReportUpdate => {
    const { report, draft, concerns, untraced, template } = state;
    const plan = reportPlan.parse(state.plan);
    const shown = [
      ...withEvidenceGaps(state, trans),
      // The checklist was checked again after the text was written.
      ...concerns.filter(({ check }) => check !== 'checklist')
    ];
    return {
      reviewAnswer: askOrNone<ReportInterruptAnswer>(config, {
        kind: 'review',
        title: trans.__('The finished report'),
        text: '',
        hash: cardHash([draft, shown]),
        report,
        heading: plan.title,
        markdown: draft,
        sections: sectionsOn(plan).map(({ id, title }) => ({ id, title })),
        findings: shown,
        untraced,
        forms: [...REPORT_FORMS],
        baseName: safeBaseName(plan.title, trans.__('report')),
        folder: state.notebook.split('/').slice(0, -1).join('/'),
        docxTemplate: /\.docx$/i.test(template ?? '') ? template : null
      })
    };
  };
