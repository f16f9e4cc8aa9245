import type { Request } from '../reading/request';
import type { CellStage } from './data-state';

/** A request to work on a table. */
export type DataRequest = Extract<
  Request,
  {
    kind: 'explore' | 'example' | 'compare' | 'correlations' | 'plot' | 'step';
  }
>;

const CELLS: Record<Exclude<DataRequest['kind'], 'step'>, CellStage[]> = {
  explore: ['load', 'summary', 'table', 'plot'],
  example: ['load', 'summary', 'table', 'plot'],
  compare: ['table', 'plot'],
  correlations: ['table'],
  plot: ['plot']
};

/** The cells that a request needs, in order. */
export function stagesOf(request: DataRequest): CellStage[] {
  return request.kind === 'step' ? [request.stage] : CELLS[request.kind];
}
