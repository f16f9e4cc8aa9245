import type { Root } from 'mdast';

import type { IEvidence } from '../../contract';

/** What a report states about itself. */
export interface IReportDetails {
  title: string;
  /** `general`, or the kind named by its template. */
  kind: string;
  /** BCP 47. */
  language: string;
  /** Path of the notebook from the server's root. */
  notebook: string;
  /** When it was made, ISO 8601. */
  time: string;
  /** Display name of the kernel; empty without one. */
  kernel: string;
  packages: Readonly<Record<string, string>>;
  /**
   * Part of a sentence with the reason why packages are not known; empty if
   * they are.
   */
  packagesMissing?: string;
  /** Who approved it; null if nobody has yet. */
  approvedBy: string | null;
  /** What the person changed, one sentence each. */
  changes: readonly string[];
}

/** A report, from which every form is written. */
export interface IReportDocument {
  details: IReportDetails;
  tree: Root;
  /** All evidence that was approved, referred to or not, in its order. */
  evidence: readonly IEvidence[];
}
