import { Annotation } from '@langchain/langgraph/web';

import type {
  IEvidence,
  IEvidenceSection,
  IReportFinding,
  IReportPart,
  IReportPlan,
  IReportResult,
  IReportStepState,
  IReportTemplateInfo,
  IUntracedNumber,
  ReportForm,
  ReportInterruptAnswer
} from '../../../contract';
import type { ICachedAnswer } from '../asking/cached-model';
import { firstSteps } from './report-steps';

const last = <T>(first: () => T) =>
  Annotation<T>({ reducer: (_old, given) => given, default: first });

/** By a key; those that are given take the place of those before. */
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

/** What was found in one kind of source, with ids to come. */
export interface IGatheredEvidence {
  evidence: IEvidence[];
  leftOut: number;
}

/** A section as it was written last. */
export interface IWrittenSection {
  markdown: string;
  /** How often it was written. */
  attempt: number;
  /** The model wrote nothing that can be used: it stands for the evidence alone. */
  plain: boolean;
  /** Whoever wrote it had seen values; taken for granted where it is not known. */
  values?: boolean;
}

/** What is to be written, where the person asks for it. */
export interface ISaveChoice {
  forms: ReportForm[];
  baseName: string;
  folder: string;
  record: boolean;
  download: boolean;
}

/**
 * What the graph knows, all of it plain data. `…Answer` are flags of a pause:
 * set by the node that asked, reset by the one that follows.
 */
export const ReportState = Annotation.Root({
  report: last(() => ''),
  /** Of the person's message that began it. */
  messageId: last(() => ''),
  startedAt: last(() => 0),
  /** From the server's root. */
  notebook: last(() => ''),
  /** What the person wrote that it is to be. */
  prompt: last(() => ''),
  /** Name or path of the template; null for none. */
  template: last((): string | null => null),
  /** Nothing is sent to a model before the person says so. */
  quiet: last(() => false),

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
  planAnswer: last((): ReportInterruptAnswer | 'none' | null => null),

  /** By kind of source. */
  found: byKey<IGatheredEvidence>(),
  kernel: last(() => ''),
  packages: last((): Record<string, string> => ({})),
  /** Why they are not known, in a part of a sentence. */
  packagesMissing: last(() => ''),
  /** All that was gathered; an id means one piece for as long as the report lives. */
  evidence: last((): IEvidence[] => []),
  leftOut: last(() => 0),
  thumbnails: byKey<string>(),
  grouped: last((): IEvidenceSection[] => []),
  /** As the card before had it; null for the first. */
  groupedBefore: last((): IEvidenceSection[] | null => null),
  plain: last(() => false),
  /** The summaries in `grouped` were made by a model that had seen values. */
  groupedValues: last(() => true),
  differences: last((): string[] => []),
  rounds: last(() => 0),
  evidenceWords: last(() => ''),
  rerun: last((): string[] => []),
  evidenceAnswer: last((): ReportInterruptAnswer | 'none' | null => null),
  approved: last(() => false),

  /** Of the evidence, before anything was written. */
  concerns: last((): IReportFinding[] => []),
  /** Blanks of the template that were filled from evidence, as Markdown. */
  filled: last((): Record<string, string> => ({})),
  written: byKey<IWrittenSection>(),
  /** Ids of the sections that are to be written, in their order. */
  toWrite: last((): string[] => []),
  remark: last(() => ''),
  draft: last(() => ''),
  findings: last((): IReportFinding[] => []),
  mended: last((): IReportFinding[] => []),
  hasMended: last(() => false),
  untraced: last((): IUntracedNumber[] => []),
  reviewAnswer: last((): ReportInterruptAnswer | 'none' | null => null),
  saving: last((): ISaveChoice | null => null),

  /** What the person changed, a sentence each. */
  changes: growing<string>(),
  answers: byKey<ICachedAnswer>(),
  steps: last((): IReportStepState[] => firstSteps()),
  ended: last(
    (): { outcome: IReportResult['outcome']; reason: string } | null => null
  ),
  result: last((): IReportResult | null => null)
});

export type ReportStateValue = typeof ReportState.State;
export type ReportUpdate = typeof ReportState.Update;
