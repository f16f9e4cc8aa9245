// Exported here so that everything is in one chunk: each chunk adds to what
// JupyterLab loads at its start.
export { createEngine, loadMcp, IndexedDBSaver } from '../engine';
export { openMemories } from './learned/open-memories';
export { openVectors } from './learned/open-vectors';
import type * as Reports from './report';

export { planWorkflow } from './plan/plan-workflow';

/**
 * Loads reports when the first one is written, since their writers are large.
 */
export function loadReports(): Promise<typeof Reports> {
  return import('./report');
}
