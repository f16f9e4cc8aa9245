import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';
import { z } from 'zod';

import {
  reportPlan,
  type IEvidence,
  type IEvidenceSection,
  type IReportSection
} from '../../../contract';
import { askStructured } from '../../plan/asking/ask-structured';
import { voicedMessages } from '../../plan/state/voiced-messages';
import { cachedModel } from '../asking/cached-model';
import { evidenceDigest } from '../asking/evidence-digest';
import { sectionsOn } from '../judging/assemble';
import { groupEvidence, withoutDuplicates } from '../judging/group-evidence';
import { pieceRelevance } from '../judging/piece-relevance';
import { sourcedWords } from '../judging/sourced-words';
import { thumbnailsOf } from '../judging/thumbnails';
import { withIds } from '../judging/with-ids';
import { asAllowed } from '../state/as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

export const grouping = z.object({
  sections: z.array(
    z.object({
      /** From 1, as they were given. */
      number: z.number().int().min(1),
      /** Ids, the most telling first. */
      pieces: z.array(z.string()).max(100),
      summary: z.string().max(4000).default('')
    })
  )
});

export const GROUPING =
  'Sort the evidence into the sections: which pieces each section needs, the most telling first, none twice in a section, none that repeats another. Sum up each section in a few sentences; put the id of the piece that says it behind each sentence, like [[e1]], and write numbers as {{e1.value}}. State nothing that no piece says.';

/** Pieces that a model is shown, and characters of each. */
const MOST_SHOWN = 80;
const MOST_CHARACTERS = 700;
/** Pieces on the card that no section has. */
const MOST_SPARE = 40;

/** Groups what was found by section, in words that state nothing without a source. */
export const aggregateNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report, found } = state;
    const { trans, say } = ports;
    const plan = reportPlan.parse(state.plan);
    const sections = sectionsOn(plan);
    const most = ports.settings().pieces;
    const all = withoutDuplicates(
      withIds(
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
    const { model, fresh } = cachedModel(ports.model, state.answers);
    const line = trans.__(
      'The model did not sort the evidence, so it follows the order of the notebook.'
    );
    let values = false;
    const { value, line: failed } =
      shown.length === 0
        ? { value: null, line: null }
        : await asAllowed(ports, model, (allowed, schemasOnly) => {
            values = !schemasOnly;
            return askStructured<z.output<typeof grouping> | null>(allowed, {
              name: 'group_evidence',
              schema: grouping,
              messages: voicedMessages(
                ports,
                GROUPING,
                [
                  `At most ${most} pieces a section. The sections:\n${sectionList(sections)}`,
                  evidenceDigest(shown, { schemasOnly, most: MOST_CHARACTERS })
                ].join('\n\n')
              ),
              fallback: null,
              line,
              short: false,
              temperature: 0.3,
              signal
            });
          }).catch((error: unknown) => {
            signal?.throwIfAborted();
            console.warn('Cellwright: evidence was not sorted', error);
            return { value: null, line };
          });
    if (failed) {
      say({ type: 'report-line', report, text: failed });
    }
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

export function sectionList(sections: readonly IReportSection[]): string {
  return sections
    .map(({ title, answers }, at) => `${at + 1}. ${title}: ${answers}`)
    .join('\n');
}

/** What a model said of sections, as far as it names what there is. */
export function groupedBy(
  value: z.output<typeof grouping>,
  sections: readonly IEvidenceSection[],
  evidence: readonly IEvidence[],
  most: number,
  language: string
): IEvidenceSection[] {
  const known = new Set(evidence.map(({ id }) => id));
  return sections.map((section, at) => {
    const own = value.sections.find(({ number }) => number === at + 1);
    return own
      ? {
          ...section,
          pieces: [...new Set(own.pieces.map(bareId))]
            .filter(id => known.has(id))
            .slice(0, most),
          summary: sourcedWords(own.summary, evidence, language)
        }
      : { ...section, pieces: [], summary: '' };
  });
}

/** What a cell shows now in the place of what it showed; the rest stays. */
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

/** `[[e1]]` and `e1` mean the same. */
function bareId(id: string): string {
  return id.replace(/[[\]\s]/g, '');
}

/** Those that fit a section, then what else there is, as in the notebook. */
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
