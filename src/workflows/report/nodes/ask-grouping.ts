import { z } from 'zod';

import type {
  IEvidence,
  IEvidenceSection,
  IReportSection
} from '../../../contract';
import { askStructured } from '../../plan/ask-structured';
import { requestMessages } from '../../plan/texts';
import { cachedModel } from '../asking/cached-model';
import { evidenceDigest } from '../asking/evidence-digest';
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
  )
});

const GROUPING =
  'Sort the evidence into the sections: which pieces each section needs, the most telling first, none twice in a section, none that repeats another. Sum up each section in a few sentences; put the id of the piece that says it after each sentence, like [[e1]], and write numbers as {{e1.value}}. State nothing that no piece says.';

type Grouping = z.output<typeof grouping>;

/** The most characters of each piece that a model is shown. */
const MOST_CHARACTERS = 700;

/** The parts of the request that differ between its two uses. */
interface IGroupingQuestion {
  /** Name of the tool call. */
  name: string;
  shown: readonly IEvidence[];
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
  { answers, report }: Pick<ReportStateValue, 'answers' | 'report'>,
  { name, shown, texts, line, signal }: IGroupingQuestion
) {
  const { model, fresh } = cachedModel(ports.model, answers);
  let values = false;
  const { value, line: failed } = await askAsAllowed(
    ports,
    model,
    (allowed, schemasOnly) => {
      values = !schemasOnly;
      return askStructured<Grouping | null>(allowed, {
        name,
        schema: grouping,
        messages: requestMessages(
          ports,
          GROUPING,
          [
            ...texts(schemasOnly),
            evidenceDigest(shown, { schemasOnly, most: MOST_CHARACTERS })
          ].join('\n\n')
        ),
        fallback: null,
        line,
        short: false,
        temperature: 0.3,
        signal
      });
    }
  ).catch((error: unknown) => {
    signal?.throwIfAborted();
    console.warn(`Cellwright: ${name} failed`, error);
    return { value: null, line };
  });
  if (failed) {
    ports.say({ type: 'report-line', report, text: failed });
  }
  return { value, values, fresh };
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
