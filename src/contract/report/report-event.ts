import type { ITranslator } from '../text/translator';
import type { ReportForm } from './report-interrupts';

export const REPORT_STEPS = [
  'plan',
  'gather',
  'evidence',
  'check',
  'write',
  'review'
] as const;
/** The steps in the progress list; `evidence` is the approval of the evidence. */
export type ReportStep = (typeof REPORT_STEPS)[number];

/** A step of a report, in words. */
export function reportStepText(step: ReportStep, trans: ITranslator): string {
  switch (step) {
    case 'plan':
      return trans.__('Plan the report');
    case 'gather':
      return trans.__('Look through the notebook');
    case 'evidence':
      return trans.__('Agree on the evidence');
    case 'check':
      return trans.__('Check the evidence');
    case 'write':
      return trans.__('Write the report');
    case 'review':
      return trans.__('Look it over');
  }
}

export interface IReportStepState {
  step: ReportStep;
  status: 'pending' | 'in_progress' | 'completed' | 'failed';
  /** 0 to 100. */
  percent: number;
  /** ms spent so far, including the time the person took. */
  ms: number;
  /** ms since the epoch at which it became `in_progress`; null if it is not. */
  since: number | null;
}

/** The result of a report, for whoever asked for it. */
export interface IReportResult {
  outcome: 'saved' | 'downloaded' | 'rejected' | 'discarded' | 'failed';
  kind: string;
  title: string;
  /** Files that were written, as paths from the server's root, or downloaded. */
  paths: string[];
  forms: ReportForm[];
  sections: string[];
  approved: boolean;
  /** What the person changed, one sentence each. */
  changes: string[];
  /** Numbers that are not in the evidence, as written in the text. */
  untraced: string[];
  /** Why it ended, in a sentence, if that needs saying. */
  reason: string;
}

/**
 * What the panel is told about a report; `report` is its id. A node that runs
 * again reports the same again: the last event of a type counts, and for
 * sections the last text of each.
 */
export type ReportEvent =
  | { type: 'report-started'; report: string; title: string; notebook: string }
  /** All six steps, in order. */
  | {
      type: 'report-progress';
      report: string;
      steps: IReportStepState[];
      /** Of the whole report, from 0 to 100. */
      percent: number;
    }
  /**
   * A section is being written; not stored. `delta` is appended; a new
   * `attempt` starts the section over.
   */
  | {
      type: 'report-text';
      report: string;
      section: string;
      attempt: number;
      delta: string;
    }
  /** The current text; replaces what was streamed. */
  | { type: 'report-draft'; report: string; markdown: string }
  /** A remark for the person, in a sentence. */
  | { type: 'report-line'; report: string; text: string }
  | { type: 'report-finished'; report: string; result: IReportResult };
