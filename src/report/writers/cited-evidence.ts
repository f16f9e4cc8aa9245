import type { Nodes } from 'mdast';

import type { IEvidence } from '../../contract';
import type { IReportDocument } from '../model/report-document';

/**
 * The evidence that a report refers to, in the order of the first references.
 */
export function citedEvidence({
  tree,
  evidence
}: IReportDocument): IEvidence[] {
  const ids = new Set<string>();
  (function collect(node: Nodes): void {
    if (
      node.type === 'evidenceReference' ||
      node.type === 'evidenceValue' ||
      node.type === 'figure'
    ) {
      ids.add(node.id);
    }
    if (node.type === 'figure') {
      node.caption.forEach(collect);
    }
    if ('children' in node) {
      node.children.forEach(collect);
    }
  })(tree);
  const byId = new Map(evidence.map(each => [each.id, each]));
  return [...ids].flatMap(id => byId.get(id) ?? []);
}
