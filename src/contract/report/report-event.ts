import type { ReportForm } from './report-interrupts';

export const REPORT_STEPS = [
  'plan',
  'gather',
  'evidence',
  'check',
  'write',
  'review'
] as const;
/** What the list of progress shows; `evidence` is its approval. */
export type ReportStep = (typeof REPORT_STEPS)[number];

export interface IReportStepState {
  step: ReportStep;
  status: 'pending' | 'in_progress' | 'completed' | 'failed';
  /** 0 to 100. */
  percent: number;
  /** ms that it took so far, what a person took included. */
  ms: number;
  /** When it went into `in_progress`, ms since the epoch; null while it is not. */
  since: number | null;
}

/** What came of a report, for whoever asked for it. */
export interface IReportResult {
  outcome: 'saved' | 'downloaded' | 'rejected' | 'discarded' | 'failed';
  kind: string;
  title: string;
  /** Files that were written, from the server's root, or downloaded. */
  paths: string[];
  forms: ReportForm[];
  sections: string[];
  approved: boolean;
  /** What the person changed, a sentence each. */
  changes: string[];
  /** Numbers that are not in the evidence, as they are written. */
  untraced: string[];
  /** Why it ended, where that needs saying; in a sentence. */
  reason: string;
}

/**
 * What the panel is told of a report, `report` being its id. A node that runs
 * again tells the same again: the last one of a kind counts, and the last text
 * of a section.
 */
export type ReportEvent =
  | { type: 'report-started'; report: string; title: string; notebook: string }
  /** All six steps, in order. */
  | {
      type: 'report-progress';
      report: string;
      steps: IReportStepState[];
      /** Of the whole, 0 to 100. */
      percent: number;
    }
  /** A section is being written; not kept. `delta` is appended, a new `attempt` begins anew. */
  | {
      type: 'report-text';
      report: string;
      section: string;
      attempt: number;
      delta: string;
    }
  /** The text as it stands; in the place of what streamed. */
  | { type: 'report-draft'; report: string; markdown: string }
  /** Something to know, in a sentence. */
  | { type: 'report-line'; report: string; text: string }
  | { type: 'report-finished'; report: string; result: IReportResult };
