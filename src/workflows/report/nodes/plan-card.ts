import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { type ReportInterruptAnswer, reportPlan } from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import { cardHash } from '../state/card-hash';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** The first card. No evidence is gathered before it is accepted. */
export const planCardNode =
  ({ trans }: IReportPorts) =>
  (state: ReportStateValue, config: LangGraphRunnableConfig): ReportUpdate => {
    const { planBy, missing, template, templates, parts } = state;
    const plan = reportPlan.parse(state.plan);
    return {
      planAnswer: askOrNone<ReportInterruptAnswer>(config, {
        kind: 'report-plan',
        title: trans.__('The report'),
        text: '',
        hash: cardHash([plan, planBy, missing, template]),
        plan,
        by: planBy,
        missing,
        template,
        templates,
        parts
      })
    };
  };
