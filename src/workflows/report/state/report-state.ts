import { Annotation } from '@langchain/langgraph/web';

import {
  REPORT_STEPS,
  type IEvidence,
  type IEvidenceSection,
  type IReportFinding,
  type IReportPart,
  type IReportPlan,
  type IReportResult,
  type IReportStepState,
  type IReportTemplateInfo,
  type IUntracedNumber,
  type ReportInterruptAnswer
} from '../../../contract';

const last = <T>(first: () => T) =>
  Annotation<T>({ reducer: (_old, given) => given, default: first });

/** A channel by key: new values replace earlier ones under the same key. */
const byKey = <T>() =>
  Annotation<Record<string, T>>({
    reducer: (old, given) => ({ ...old, ...given }),
    default: () => ({})
  });

const growing = <T>() =>
  Annotation<T[]>({
    reducer: (old, given) => [...old, ...given],
    default: () => []
  });

/** The last version of a section. */
export interface IWrittenSection {
  markdown: string;
  /** How often the section was written. */
  attempt: number;
  /**
   * Whether it only lists its evidence, because the model wrote nothing usable.
   */
  plain: boolean;
  /** Whether its author had seen values; assumed if not known. */
  values?: boolean;
}

/** What the person wants to be written. */
export type ISaveChoice = Omit<
  Extract<ReportInterruptAnswer, { action: 'save' }>,
  'markdown'
>;

/** The graph's state, all of it plain data. */
export const ReportState = Annotation.Root({
  report: last(() => ''),
  /** Id of the person's message that began it. */
  messageId: last(() => ''),
  startedAt: last(() => 0),
  /** From the server's root. */
  notebook: last(() => ''),
  /** The person's description of the report. */
  prompt: last(() => ''),
  /** Name or path of the template; null for none. */
  template: last((): string | null => null),
  /** Whether nothing may be sent to a model until the person agrees. */
  templateOnly: last(() => false),

  templates: last((): IReportTemplateInfo[] => []),
  parts: last((): IReportPart[] => []),
  checklist: last((): string[] => []),
  /** Markdown with `{{parts}}`; empty for none. */
  body: last(() => ''),
  plan: last((): IReportPlan | null => null),
  planBy: last((): 'model' | 'template' | 'default' => 'default'),
  missing: last((): string[] => []),
  planWords: last(() => ''),
  accepted: last(() => false),

  /** By kind of source; ids are assigned later. */
  found: last((): Record<string, IEvidence[]> => ({})),
  kernel: last(() => ''),
  packages: last((): Record<string, string> => ({})),
  /** Part of a sentence with the reason why they are not known. */
  packagesMissing: last(() => ''),
  /**
   * All evidence; an id stands for the same piece as long as the report exists.
   */
  evidence: last((): IEvidence[] => []),
  leftOut: last(() => 0),
  thumbnails: byKey<string>(),
  grouped: last((): IEvidenceSection[] => []),
  /** The grouping on the card before; null for the first. */
  groupedBefore: last((): IEvidenceSection[] | null => null),
  plain: last(() => false),
  /**
   * Whether the summaries in `grouped` are from a model that had seen values.
   */
  groupedValues: last(() => true),
  differences: last((): string[] => []),
  evidenceWords: last(() => ''),
  /** Cells that run, or ran, again for the card of evidence that comes next. */
  rerun: last((): string[] => []),
  approved: last(() => false),

  /** Findings about the evidence, before any text was written. */
  concerns: last((): IReportFinding[] => []),
  /** Blanks of the template that were filled from evidence, as Markdown. */
  filled: last((): Record<string, string> => ({})),
  written: byKey<IWrittenSection>(),
  /** Ids of the sections that are still to be written, in order. */
  toWrite: last((): string[] => []),
  remark: last(() => ''),
  draft: last(() => ''),
  findings: last((): IReportFinding[] => []),
  mended: last((): IReportFinding[] => []),
  hasMended: last(() => false),
  untraced: last((): IUntracedNumber[] => []),
  saving: last((): ISaveChoice | null => null),

  /** What the person changed, one sentence each. */
  changes: growing<string>(),
  steps: last((): IReportStepState[] =>
    REPORT_STEPS.map(step => ({
      step,
      status: 'pending',
      percent: 0,
      ms: 0,
      since: null
    }))
  ),
  ended: last(
    (): {
      outcome: IReportResult['outcome'];
      reason: string;
      paths?: string[];
    } | null => null
  ),
  result: last((): IReportResult | null => null)
});

export type ReportStateValue = typeof ReportState.State;
export type ReportUpdate = typeof ReportState.Update;
