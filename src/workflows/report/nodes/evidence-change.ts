import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { reportPlan } from '../../../contract';
import { sectionsOn } from '../judging/assemble';
import { groupingChanges } from '../judging/group-evidence';
import { piecesByWords } from '../judging/piece-relevance';
import { thumbnailsOf } from '../judging/thumbnails';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { allPieces } from './aggregate';
import { askGrouping, groupedBy, sectionList } from './ask-grouping';

/** The most pieces that are added because the person's words name them. */
const MAX_FOUND = 40;

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
    const { grouped, evidenceWords, groupedBefore } = state;
    const plan = reportPlan.parse(state.plan);
    const before = new Map(state.evidence.map(each => [each.id, each]));
    const all = allPieces(state).map(each => before.get(each.id) ?? each);
    // What is on the card, and what fits the person's words best.
    const chosen = new Set(
      [
        ...state.evidence,
        ...(await piecesByWords([evidenceWords], all)).slice(0, MAX_FOUND)
      ].map(({ id }) => id)
    );
    const shown = all.filter(({ id }) => chosen.has(id));
    const { value, values } = await askGrouping(ports, state, {
      name: 'change_evidence',
      shown,
      all,
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
      return { evidenceWords: '' };
    }
    const changed = groupedBy(value, grouped, all, Infinity, plan.language);
    const used = new Set(changed.flatMap(({ pieces }) => pieces));
    const evidence = all.filter(({ id }) => chosen.has(id) || used.has(id));
    return {
      evidenceWords: '',
      evidence,
      thumbnails: await thumbnailsOf(
        evidence,
        state.thumbnails,
        ports.page.images
      ),
      groupedValues: values,
      grouped: changed,
      changes: groupingChanges(grouped, changed, all, ports.trans),
      differences: groupingChanges(
        groupedBefore ?? grouped,
        changed,
        all,
        ports.trans
      )
    };
  };
