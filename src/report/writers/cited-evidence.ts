import type { IEvidence } from '../../contract';
import { nodesIn } from '../model/map-tree';
import type { IReportDocument } from '../model/report-document';

/**
 * The evidence that a report refers to, in the order of the first references.
 */
export function citedEvidence({
  tree,
  evidence
}: IReportDocument): IEvidence[] {
  const ids = new Set<string>();
  for (const node of nodesIn(tree)) {
    if (
      node.type === 'evidenceReference' ||
      node.type === 'evidenceValue' ||
      node.type === 'figure'
    ) {
      ids.add(node.id);
    }
  }
  const byId = new Map(evidence.map(each => [each.id, each]));
  return [...ids].flatMap(id => byId.get(id) ?? []);
}
