import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { reportPlan } from '../../../contract';
import { sectionsOn } from '../judging/assemble';
import { groupingChanges } from '../judging/group-evidence';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { askGrouping, groupedBy, sectionList } from './ask-grouping';

/**
 * Changes the grouping as the person described; the pieces they ticked and
 * moved stay.
 */
export const evidenceChangeNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { evidence, grouped, evidenceWords, groupedBefore } = state;
    const plan = reportPlan.parse(state.plan);
    const { value, values, fresh } = await askGrouping(ports, state, {
      name: 'change_evidence',
      shown: evidence,
      texts: schemasOnly => [
        sectionList(sectionsOn(plan)),
        `As it is now: ${JSON.stringify(
          grouped.map(({ pieces, summary }, at) => ({
            number: at + 1,
            pieces,
            summary: schemasOnly && state.groupedValues ? '' : summary
          }))
        )}`,
        `What the person wants changed, and nothing else: ${evidenceWords}`
      ],
      line: ports.trans.__(
        'The model did not make the change you asked for. Change the evidence yourself.'
      ),
      signal
    });
    if (!value) {
      return { answers: fresh, evidenceWords: '' };
    }
    const changed = groupedBy(
      value,
      grouped,
      evidence,
      Infinity,
      plan.language
    );
    return {
      answers: fresh,
      evidenceWords: '',
      groupedValues: values,
      grouped: changed,
      changes: groupingChanges(grouped, changed, evidence, ports.trans),
      differences: groupingChanges(
        groupedBefore ?? grouped,
        changed,
        evidence,
        ports.trans
      )
    };
  };
