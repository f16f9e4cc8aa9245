import type { Root } from 'mdast';

import type { IEvidence } from '../../contract';

/** What a report says of itself. */
export interface IReportDetails {
  title: string;
  /** `general`, or the kind that its template names. */
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
  /** Why packages are not known, in a part of a sentence; empty where they are. */
  packagesMissing?: string;
  /** Who approved it; null while nobody has. */
  approvedBy: string | null;
  /** What the person changed, a sentence each. */
  changes: readonly string[];
}

/** One report, of which every form is written. */
export interface IReportDocument {
  details: IReportDetails;
  tree: Root;
  /** All that was approved, referred to or not, in its order. */
  evidence: readonly IEvidence[];
}
