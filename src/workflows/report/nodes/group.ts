import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';
import { z } from 'zod';

import {
  reportPlan,
  type IEvidence,
  type IEvidenceSection,
  type IReportPlan,
  type IReportSection
} from '../../../contract';
import {
  assignIds,
  pieceFinder,
  readReport,
  traceNumbers
} from '../../../report';
import { evidenceDigest } from '../judging/evidence-digest';
import {
  groupEvidence,
  groupingChanges,
  tellingPieces,
  pieceRelevance,
  piecesByWords
} from '../judging/group-evidence';
import { givenIn, sectionsOn } from '../judging/report-document';
import { askIfPossible } from '../state/ask-as-allowed';
import { scaledPlot, type IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** The most pieces that a model is shown. */
const MAX_SHOWN = 80;
/** The most pieces on the card that belong to no section. */
const MAX_SPARE = 40;
/** The most pieces that are added because the person's words name them. */
const MAX_NAMED = 40;

/**
 * Groups the evidence by section, with summaries that state nothing without a
 * source; changes the grouping as the person described, where the pieces they
 * ticked and moved stay; or puts what cells show now in its place.
 */
export const groupNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { evidenceWords, grouped: before } = state;
    const plan = reportPlan.parse(state.plan);
    const sections = sectionsOn(plan);
    const most = ports.settings().pieces;
    const all = tellingPieces(
      assignIds(Object.values(state.found).flat(), state.evidence)
    );
    if (state.rerun.length > 0) {
      return {
        ...(await withThumbnails(all)),
        grouped: withSuccessors(before, state.evidence, all),
        groupedBefore: before,
        differences: []
      };
    }
    return evidenceWords ? changed() : first();

    async function first(): Promise<ReportUpdate> {
      const scores = pieceRelevance(all, sections);
      const ranked = all.map(piece => ({
        ...piece,
        relevance: Math.max(
          0,
          ...sections.map(({ id }) => scores.get(id)?.get(piece.id) ?? 0)
        )
      }));
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
        ? groupedBy(value, byWords, ranked, most, plan, state.body)
        : byWords;
      const pieces = keptPieces(ranked, grouped);
      return {
        ...(await withThumbnails(pieces)),
        leftOut: state.leftOut + ranked.length - pieces.length,
        grouped,
        groupedBefore: null,
        differences: [],
        plain: !value,
        groupedValues: values
      };
    }

    async function changed(): Promise<ReportUpdate> {
      const known = new Map(state.evidence.map(each => [each.id, each]));
      const pieces = all.map(each => known.get(each.id) ?? each);
      // What is on the card, and what fits the person's words best.
      const chosen = new Set(
        [
          ...state.evidence,
          ...piecesByWords([evidenceWords], pieces).slice(0, MAX_NAMED)
        ].map(({ id }) => id)
      );
      const { value, values } = await askGrouping(ports, state, {
        name: 'change_evidence',
        shown: pieces.filter(({ id }) => chosen.has(id)),
        all: pieces,
        texts: schemasOnly => [
          sectionList(sections),
          `As it is now: ${JSON.stringify(
            before.map(({ pieces, summary }, at) => ({
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
      const now = groupedBy(value, before, pieces, Infinity, plan, state.body);
      now.forEach(each => each.pieces.forEach(id => chosen.add(id)));
      const changesFrom = (old: readonly IEvidenceSection[]): string[] =>
        groupingChanges(old, now, pieces, ports.trans);
      return {
        evidenceWords: '',
        ...(await withThumbnails(pieces.filter(({ id }) => chosen.has(id)))),
        groupedValues: values,
        grouped: now,
        changes: changesFrom(before),
        differences: changesFrom(state.groupedBefore ?? before)
      };
    }

    /** With small pictures of its plots by id; existing ones are reused. */
    async function withThumbnails(
      evidence: IEvidence[]
    ): Promise<Pick<ReportUpdate, 'evidence' | 'thumbnails'>> {
      const thumbnails: Record<string, string> = {};
      for (const { id, content } of evidence) {
        if (content.kind === 'plot' && !(id in state.thumbnails)) {
          const image = await scaledPlot(ports, content, THUMBNAIL);
          if (image && image.data.length <= MAX_THUMBNAIL) {
            thumbnails[id] = `data:${image.mimeType};base64,${image.data}`;
          }
        }
      }
      return { evidence, thumbnails };
    }
  };

/** The longer side, in px. */
const THUMBNAIL = 240;
/** The most characters of a picture, since a card holds many. */
const MAX_THUMBNAIL = 60_000;

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

const grouping = z.object({
  sections: z.array(
    z.object({
      /** Number of the section, from 1, in the order of the request. */
      number: z.number().int().min(1),
      /** Ids, the most important first. */
      pieces: z.array(z.string()).max(100),
      summary: z.string().max(4000).default('')
    })
  ),
  /** Words to look for among the pieces that are not shown. */
  search: z.array(z.string().max(200)).max(5).default([])
});

const GROUPING =
  'Sort the evidence into the sections: which pieces each section needs, the most telling first, none twice in a section, none that repeats another. Sum up each section in a few sentences; put the id of the piece that says it after each sentence, like [[e1]], and write numbers as {{e1.value}}. State nothing that no piece says.';

type Grouping = z.output<typeof grouping>;

/** How often a model may ask for more pieces, and how many it gets each time. */
const MAX_SEARCHES = 2;
const MAX_FOUND = 20;

/** The most characters of each piece that a model is shown. */
const MAX_CHARACTERS = 700;

/** The parts of the request that differ between its two uses. */
interface IGroupingQuestion {
  /** Name of the tool call. */
  name: string;
  shown: readonly IEvidence[];
  /** Everything that was found, in which the model may search. */
  all: readonly IEvidence[];
  texts(schemasOnly: boolean): string[];
  /** The sentence for the person if no answer can be used. */
  line: string;
  signal?: AbortSignal;
}

/**
 * Asks a model to sort evidence into sections, or to sort it again. `value` is
 * null if there was no usable answer, which is reported; `values` tells whether
 * the model was shown values.
 */
async function askGrouping(
  ports: IReportPorts,
  { report }: Pick<ReportStateValue, 'report'>,
  { name, shown: first, all, texts, line, signal }: IGroupingQuestion
) {
  let values = false;
  let shown = first;
  const ask = () =>
    askIfPossible(ports, {
      name,
      schema: grouping,
      instructions: GROUPING,
      prompt: schemasOnly => {
        values ||= !schemasOnly;
        return [
          ...texts(schemasOnly),
          hiddenNote(all.length - shown.length),
          evidenceDigest(shown, { schemasOnly, most: MAX_CHARACTERS })
        ].join('\n\n');
      },
      temperature: 0.3,
      signal
    });
  let value = await ask();
  for (let left = MAX_SEARCHES; value && left > 0; left--) {
    const found = hiddenPieces(value.search, shown, all);
    if (found.length === 0) {
      break;
    }
    shown = [...shown, ...found];
    value = await ask();
  }
  if (!value) {
    ports.say({ type: 'report-line', report, text: line });
  }
  return { value, values };
}

function hiddenNote(hidden: number): string {
  return hidden > 0
    ? `${hidden} more pieces are not shown. If something is missing, name words for it in "search", and you will see what is found; else leave it empty.`
    : '';
}

/** The pieces that fit the words best and are not shown yet. */
function hiddenPieces(
  words: readonly string[],
  shown: readonly IEvidence[],
  all: readonly IEvidence[]
): IEvidence[] {
  const known = new Set(shown.map(({ id }) => id));
  const hidden = all.filter(({ id }) => !known.has(id));
  return words.join('').trim() === ''
    ? []
    : piecesByWords(words, hidden).slice(0, MAX_FOUND);
}

function sectionList(sections: readonly IReportSection[]): string {
  const lines = sections.map(
    ({ title, answers }, at) => `${at + 1}. ${title}: ${answers}`
  );
  return ['The sections:', ...lines].join('\n');
}

/** The model's grouping, as far as it names sections and pieces that exist. */
function groupedBy(
  value: Grouping,
  sections: readonly IEvidenceSection[],
  evidence: readonly IEvidence[],
  most: number,
  plan: IReportPlan,
  body: string
): IEvidenceSection[] {
  const given = givenIn(body, plan);
  const known = new Set(evidence.map(({ id }) => id));
  return sections.map((section, at) => {
    const own = value.sections.find(({ number }) => number === at + 1);
    return own
      ? {
          ...section,
          pieces: [...new Set(own.pieces.map(bareId))]
            .filter(id => known.has(id))
            .slice(0, most),
          summary: sourcedWords(own.summary, evidence, plan.language, given)
        }
      : { ...section, pieces: [], summary: '' };
  });
}

/** `[[e1]]` and `e1` mean the same. */
function bareId(id: string): string {
  return id.replace(/[[\]\s]/g, '');
}

/**
 * A model's text about evidence, without sentences that name no piece or
 * contain a number that is not in the evidence.
 *
 * @param given what the template and the person say, where a number needs none.
 */
export function sourcedWords(
  text: string,
  evidence: readonly IEvidence[],
  language: string,
  given = ''
): string {
  return text
    .split(
      /(?<=[.!?。]["”»)]?(?:\s{0,9}\[\[[^[\]]{0,99}\]\]){0,9})\s+(?!\[\[)(?=\S)/u
    )
    .filter(sentence => {
      const { tree, problems } = readReport(sentence, evidence, language);
      return (
        /\[\[\s*e\d/.test(sentence) &&
        problems.length === 0 &&
        traceNumbers(tree, evidence, language, given).numbers.every(
          ({ how, elsewhere }) => how !== 'untraced' && !elsewhere
        )
      );
    })
    .join(' ')
    .trim();
}
