import { z } from 'zod';

import type {
  IEvidence,
  IEvidenceSection,
  IReportSection
} from '../../../contract';
import { askStructured } from '../../plan/ask-structured';
import { requestMessages } from '../../plan/texts';
import { evidenceDigest } from '../judging/evidence-digest';
import { piecesByWords } from '../judging/piece-relevance';
import { sourcedWords } from '../judging/sourced-words';
import { askAsAllowed } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue } from '../state/report-state';

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
export async function askGrouping(
  ports: IReportPorts,
  { report }: Pick<ReportStateValue, 'report'>,
  { name, shown: first, all, texts, line, signal }: IGroupingQuestion
) {
  let values = false;
  let shown = first;
  const ask = () =>
    askAsAllowed(ports, (allowed, schemasOnly) => {
      values = !schemasOnly;
      return askStructured(allowed, {
        name,
        schema: grouping,
        messages: requestMessages(
          ports,
          GROUPING,
          [
            ...texts(schemasOnly),
            hiddenNote(all.length - shown.length),
            evidenceDigest(shown, { schemasOnly, most: MAX_CHARACTERS })
          ].join('\n\n')
        ),
        temperature: 0.3,
        signal
      });
    });
  const value = await searching().catch((error: unknown) => {
    signal?.throwIfAborted();
    console.warn(`Cellwright: ${name} failed`, error);
    return null;
  });
  if (!value) {
    ports.say({ type: 'report-line', report, text: line });
  }
  return { value, values };

  async function searching(): ReturnType<typeof ask> {
    for (let left = MAX_SEARCHES; ; left--) {
      const answer = await ask();
      const found =
        answer && left > 0 ? await hiddenPieces(answer.search, shown, all) : [];
      if (found.length === 0) {
        return answer;
      }
      shown = [...shown, ...found];
    }
  }
}

function hiddenNote(hidden: number): string {
  return hidden > 0
    ? `${hidden} more pieces are not shown. If something is missing, name words for it in "search", and you will see what is found; else leave it empty.`
    : '';
}

/** The pieces that fit the words best and are not shown yet. */
async function hiddenPieces(
  words: readonly string[],
  shown: readonly IEvidence[],
  all: readonly IEvidence[]
): Promise<IEvidence[]> {
  const known = new Set(shown.map(({ id }) => id));
  const hidden = all.filter(({ id }) => !known.has(id));
  return words.join('').trim() === ''
    ? []
    : (await piecesByWords(words, hidden)).slice(0, MAX_FOUND);
}

export function sectionList(sections: readonly IReportSection[]): string {
  const lines = sections.map(
    ({ title, answers }, at) => `${at + 1}. ${title}: ${answers}`
  );
  return ['The sections:', ...lines].join('\n');
}

/** The model's grouping, as far as it names sections and pieces that exist. */
export function groupedBy(
  value: Grouping,
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

/** `[[e1]]` and `e1` mean the same. */
function bareId(id: string): string {
  return id.replace(/[[\]\s]/g, '');
}
