import type { Root, RootContent } from 'mdast';

import type { IReportDocument } from './report-document';

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
