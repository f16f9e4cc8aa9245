// From here, so that all of it comes in one chunk: each of its own adds to what
// JupyterLab loads at its start.
export { createEngine, loadMcp, makeCheckpointSaver } from '../engine';
export { openMemories } from './learned/open-memories';
export { planWorkflow } from './plan/plan-workflow';
export type { IPlanMemories } from './plan/plan-workflow';
