import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  reportPlan,
  type IEvidence,
  type IEvidenceSection,
  type IReportSection
} from '../../../contract';
import { assignIds, pieceFinder } from '../../../report';
import { sectionsOn } from '../judging/assemble';
import { groupEvidence, tellingPieces } from '../judging/group-evidence';
import { pieceRelevance } from '../judging/piece-relevance';
import { thumbnailsOf } from '../judging/thumbnails';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { askGrouping, groupedBy, sectionList } from './ask-grouping';

/** The most pieces that a model is shown. */
const MAX_SHOWN = 80;
/** The most pieces on the card that belong to no section. */
const MAX_SPARE = 40;

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
    const all = allPieces(state);
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
    const { ranked, scores } = await rankedPieces(all, sections);
    const byWords = groupEvidence(sections, ranked, scores, most);
    const shown = shownTo(ranked, byWords);
    const { value, values } =
      shown.length === 0
        ? { value: null, values: false }
        : await askGrouping(ports, state, {
            name: 'group_evidence',
            shown,
            all: ranked,
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
    const pieces = keptPieces(ranked, grouped);
    return {
      evidence: pieces,
      leftOut:
        ranked.length -
        pieces.length +
        Object.values(found).reduce((sum, { leftOut }) => sum + leftOut, 0),
      grouped,
      groupedBefore: null,
      differences: [],
      plain: value === null,
      groupedValues: values,
      thumbnails: await thumbnailsOf(
        pieces,
        state.thumbnails,
        ports.page.images
      )
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
  const ids = new Set(now.map(({ id }) => id));
  const find = pieceFinder(before, now);
  const was = new Map(before.map(each => [each.id, each]));
  return sections.map(section => ({
    ...section,
    summary: '',
    pieces: section.pieces.flatMap(id => {
      const old = was.get(id);
      const next = ids.has(id) || !old ? id : find(old)?.piece.id;
      return next ?? [];
    })
  }));
}

/** Everything that was found, each piece once and with its id. */
export function allPieces({
  found,
  evidence
}: Pick<ReportStateValue, 'found' | 'evidence'>): IEvidence[] {
  return tellingPieces(
    assignIds(
      Object.values(found).flatMap(each => each.evidence),
      evidence
    )
  );
}

/** The pieces with their relevance to the section that they fit best. */
export async function rankedPieces(
  pieces: readonly IEvidence[],
  sections: readonly IReportSection[]
): Promise<{
  ranked: IEvidence[];
  scores: ReadonlyMap<string, ReadonlyMap<string, number>>;
}> {
  const scores = await pieceRelevance(pieces, sections);
  return {
    scores,
    ranked: pieces.map(piece => ({
      ...piece,
      relevance: Math.max(
        0,
        ...sections.map(({ id }) => scores.get(id)?.get(piece.id) ?? 0)
      )
    }))
  };
}

/**
 * What a model is shown: pieces that fit a section, then the last output below
 * each heading, the one before it, and so on; then what the notebook says.
 */
function shownTo(
  ranked: readonly IEvidence[],
  grouped: readonly IEvidenceSection[]
): IEvidence[] {
  const fitting = new Set(grouped.flatMap(({ pieces }) => pieces));
  const rest = ranked.filter(({ id }) => !fitting.has(id));
  const chosen = new Set(
    [
      ...ranked
        .filter(({ id }) => fitting.has(id))
        .sort((one, other) => other.relevance - one.relevance),
      ...lastFirst(rest.filter(({ source }) => source.output !== null)),
      ...lastFirst(rest.filter(({ source }) => source.output === null))
    ].slice(0, MAX_SHOWN)
  );
  return ranked.filter(piece => chosen.has(piece));
}

/** By turns one of each heading, from its end. */
function lastFirst(pieces: readonly IEvidence[]): IEvidence[] {
  const count = new Map<string, number>();
  return [...pieces]
    .reverse()
    .map(piece => {
      const turn = count.get(piece.heading ?? '') ?? 0;
      count.set(piece.heading ?? '', turn + 1);
      return { piece, turn };
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ piece }) => piece);
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
      .slice(0, MAX_SPARE)
  );
  return ranked.filter(piece => used.has(piece.id) || spare.has(piece));
}
