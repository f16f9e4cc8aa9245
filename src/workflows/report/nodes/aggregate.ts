import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  reportPlan,
  type IEvidence,
  type IEvidenceSection
} from '../../../contract';
import { sectionsOn } from '../judging/assemble';
import { groupEvidence, withoutDuplicates } from '../judging/group-evidence';
import { pieceRelevance } from '../judging/piece-relevance';
import { thumbnailsOf } from '../judging/thumbnails';
import { assignIds } from '../judging/assign-ids';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { askGrouping, groupedBy, sectionList } from './ask-grouping';

/** The most pieces that a model is shown. */
const MOST_SHOWN = 80;
/** The most pieces on the card that belong to no section. */
const MOST_SPARE = 40;

/**
 * Groups the evidence by section, with summaries that state nothing without a
 * source.
 */
export const aggregateNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { found } = state;
    const plan = reportPlan.parse(state.plan);
    const sections = sectionsOn(plan);
    const most = ports.settings().pieces;
    const all = withoutDuplicates(
      assignIds(
        Object.values(found).flatMap(({ evidence }) => evidence),
        state.evidence
      )
    );
    if (state.rerun.length > 0) {
      return {
        rerun: [],
        evidence: all,
        grouped: withSuccessors(state.grouped, state.evidence, all),
        groupedBefore: state.grouped,
        differences: [],
        thumbnails: await thumbnailsOf(all, state.thumbnails, ports.page.images)
      };
    }
    const scores = await pieceRelevance(all, sections);
    const ranked = all.map(piece => ({
      ...piece,
      relevance: Math.max(
        0,
        ...sections.map(({ id }) => scores.get(id)?.get(piece.id) ?? 0)
      )
    }));
    const byWords = groupEvidence(sections, ranked, scores, most);
    const shown = shownTo(ranked, byWords);
    const { value, values, fresh } =
      shown.length === 0
        ? { value: null, values: false, fresh: {} }
        : await askGrouping(ports, state, {
            name: 'group_evidence',
            shown,
            texts: () => [
              `At most ${most} pieces a section. ${sectionList(sections)}`
            ],
            line: ports.trans.__(
              'The model did not sort the evidence, so it follows the order of the notebook.'
            ),
            signal
          });
    const grouped = value
      ? groupedBy(value, byWords, ranked, most, plan.language)
      : byWords;
    const kept = keptPieces(ranked, grouped);
    return {
      answers: fresh,
      evidence: kept,
      leftOut:
        ranked.length -
        kept.length +
        Object.values(found).reduce((sum, { leftOut }) => sum + leftOut, 0),
      grouped,
      groupedBefore: null,
      differences: [],
      plain: value === null,
      groupedValues: values,
      thumbnails: await thumbnailsOf(kept, state.thumbnails, ports.page.images)
    };
  };

/**
 * Replaces the earlier outputs of a cell with its present ones; other pieces
 * stay.
 */
function withSuccessors(
  sections: readonly IEvidenceSection[],
  before: readonly IEvidence[],
  now: readonly IEvidence[]
): IEvidenceSection[] {
  const placeOf = ({ source }: IEvidence): string =>
    JSON.stringify([source.notebook, source.cellId, source.output]);
  const ids = new Set(now.map(({ id }) => id));
  const byPlace = new Map(now.map(each => [placeOf(each), each.id]));
  const was = new Map(before.map(each => [each.id, each]));
  return sections.map(section => ({
    ...section,
    summary: '',
    pieces: section.pieces.flatMap(id => {
      const old = was.get(id);
      const next = ids.has(id) || !old ? id : byPlace.get(placeOf(old));
      return next ?? [];
    })
  }));
}

/**
 * Pieces that fit a section first, then the others in the order of the
 * notebook.
 */
function shownTo(
  ranked: readonly IEvidence[],
  grouped: readonly IEvidenceSection[]
): IEvidence[] {
  const fitting = new Set(grouped.flatMap(({ pieces }) => pieces));
  const chosen = new Set(
    [
      ...ranked.filter(({ id }) => fitting.has(id)),
      ...ranked.filter(({ id }) => !fitting.has(id))
    ].slice(0, MOST_SHOWN)
  );
  return ranked.filter(piece => chosen.has(piece));
}

function keptPieces(
  ranked: readonly IEvidence[],
  grouped: readonly IEvidenceSection[]
): IEvidence[] {
  const used = new Set(grouped.flatMap(({ pieces }) => pieces));
  const spare = new Set(
    ranked
      .filter(({ id }) => !used.has(id))
      .sort((one, other) => other.relevance - one.relevance)
      .slice(0, MOST_SPARE)
  );
  return ranked.filter(piece => used.has(piece.id) || spare.has(piece));
}
