import type { Root, RootContent } from 'mdast';

import type { IEvidence, ITranslator } from '../../contract';

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

/**
 * A report without the heading it may begin with: its title is in its details,
 * and each form writes it in its own way.
 */
export function bodyOf({ children }: Root): RootContent[] {
  const [first, ...rest] = children;
  return first?.type === 'heading' && first.depth === 1 ? rest : children;
}

/**
 * How many levels headings are raised, so that `##` sections are directly below
 * the title.
 */
export function headingRaise({ tree }: Pick<IReportDocument, 'tree'>): number {
  const depths = bodyOf(tree).flatMap(node =>
    node.type === 'heading' ? [node.depth] : []
  );
  return depths.length === 0 ? 0 : Math.min(...depths) - 1;
}

/**
 * How a report was made, in lines of a name and a value. What was changed by
 * hand, and what is not known, is in the record only.
 */
export function aboutReport(
  details: IReportDetails,
  trans: ITranslator
): [string, string][] {
  const packages = Object.entries(details.packages)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
  const lines: [string, string][] = [
    [trans.__('Notebook'), details.notebook],
    [trans.__('Written'), readableTime(details.time)],
    [trans.__('Kernel'), details.kernel],
    [trans.__('Packages'), packages],
    [trans.__('Approved by'), details.approvedBy ?? '']
  ];
  return lines.filter(([, value]) => value !== '');
}

/** `2026-11-22 14:05 UTC`; if it is not a valid time, the text itself. */
function readableTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
