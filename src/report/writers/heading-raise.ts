import { bodyOf } from '../model/body';
import type { IReportDocument } from '../model/report-document';

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
