// From here, so that all of it comes in one chunk: each of its own adds to what
// JupyterLab loads at its start.
export { createEngine, loadMcp, makeCheckpointSaver } from '../engine';
export { openMemories } from './learned/open-memories';
export { openVectors } from './learned/open-vectors';
import type * as Reports from './report';

export { planWorkflow } from './plan/plan-workflow';

/** Reports, when the first one is written: their writers are large. */
export function loadReports(): Promise<typeof Reports> {
  return import('./report');
}
