import { z } from 'zod';

import type {
  IEvidence,
  IEvidenceSection,
  IReportSection
} from '../../../contract';
import { askStructured } from '../../plan/asking/ask-structured';
import { voicedMessages } from '../../plan/state/voiced-messages';
import { cachedModel } from '../asking/cached-model';
import { evidenceDigest } from '../asking/evidence-digest';
import { sourcedWords } from '../judging/sourced-words';
import { askAsAllowed } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue } from '../state/report-state';

const grouping = z.object({
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

const GROUPING =
  'Sort the evidence into the sections: which pieces each section needs, the most telling first, none twice in a section, none that repeats another. Sum up each section in a few sentences; put the id of the piece that says it behind each sentence, like [[e1]], and write numbers as {{e1.value}}. State nothing that no piece says.';

type Grouping = z.output<typeof grouping>;

/** Characters of each piece that a model is shown. */
const MOST_CHARACTERS = 700;

/** What a model is asked, beside the rules and the evidence. */
interface IGroupingQuestion {
  /** Of the call. */
  name: string;
  shown: readonly IEvidence[];
  texts(schemasOnly: boolean): string[];
  /** What is said where no answer can be used. */
  line: string;
  signal?: AbortSignal;
}

/**
 * Asks a model to sort evidence into sections, or to sort it anew. `value` is
 * null where it gave no answer that can be used, which is said then; `values`
 * is whether it was shown any.
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
        messages: voicedMessages(
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
    console.warn(`Cellwright: ${name} came to nothing`, error);
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

/** What a model said of sections, as far as it names what there is. */
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
