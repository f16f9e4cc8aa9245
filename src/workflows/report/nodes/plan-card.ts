import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  type ReportInterruptAnswer,
  reportPlan,
  reportPlanAnswer
} from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import { cardHash } from '../state/card-hash';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/**
 * The first card. No evidence is gathered before it is accepted; if nobody
 * answers it, that is not consent.
 */
export const planCardNode =
  ({ trans, sources }: IReportPorts) =>
  async (
    state: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { planBy, missing, template, templates, parts } = state;
    const plan = reportPlan.parse(state.plan);
    const { data } = reportPlanAnswer.safeParse(
      askOrNone<ReportInterruptAnswer>(config, {
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
    );
    switch (data?.action) {
      case 'accept': {
        const { kernel } = await sources.notebook(state.notebook);
        // If the notebook is searched, its packages are read then.
        const { versions, missing } = data.plan.searches
          ? { versions: {}, missing: '' }
          : await sources.packages();
        return {
          accepted: true,
          // Other words on the card are another length.
          plan:
            data.plan.length === plan.length
              ? data.plan
              : { ...data.plan, pages: null },
          kernel: kernel?.name ?? '',
          packages: versions,
          packagesMissing: missing,
          changes:
            JSON.stringify(data.plan) === JSON.stringify(state.plan)
              ? []
              : [trans.__('The plan was changed by hand.')]
        };
      }
      case 'change':
        return {
          planWords: data.words,
          ...(data.template !== undefined && {
            template: data.template,
            plan: null,
            quiet: data.words === ''
          })
        };
      default:
        return {
          ended: { outcome: 'rejected', reason: data?.reason ?? '' }
        };
    }
  };
